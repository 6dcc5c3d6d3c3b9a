import { readdir } from 'node:fs/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import type { ArchiveState } from '../../platform/observability/state-gauges.ts';
import { archivesIn, baseBackupsIn, parseBaseBackupTime } from './archive-layout.ts';
import { readArchiver } from './archive-state.queries.ts';

interface ArchiveSources {
  database: Pick<Queue, 'executeSql'>;
  /** The folder of backups, if the embedded database is archived there. */
  backupDir: string | null;
  clock: Clock;
}

/** Reads the state of the archiving of the database's log. Null if the log is not archived. */
export async function readArchiveState({
  database,
  backupDir,
  clock,
}: ArchiveSources): Promise<ArchiveState | null> {
  const archiver = await readArchiver(database);
  if (archiver === undefined) return null;
  const latest =
    backupDir === null
      ? null
      : await findLatestBase(baseBackupsIn(archivesIn(backupDir), archiver.system_id));
  return {
    isFailing: archiver.is_failing,
    waitingSegments: archiver.waiting_segments,
    baseBackupAgeSeconds:
      latest === null ? null : (clock.now().getTime() - latest.getTime()) / 1_000,
  };
}

async function findLatestBase(folder: string): Promise<Date | null> {
  const names = await readdir(folder).catch(() => []);
  const times = names.map(parseBaseBackupTime).filter((time) => time !== null);
  return times.sort((a, b) => a.getTime() - b.getTime()).at(-1) ?? null;
}
