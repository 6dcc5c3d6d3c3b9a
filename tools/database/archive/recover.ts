import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lchownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unpackTar } from 'modern-tar/fs';
import type { LogFile } from '../../product/log-file.ts';
import { DatabaseError } from '../database-error.ts';
import type { DatabaseFolder } from '../database-folder.ts';
import { stopPostmaster } from '../postmaster.ts';
import { postgresSettings } from '../settings.ts';
import { startPostmaster } from '../start-postmaster.ts';
import { startWatchdog, stopWatchdog } from '../watchdog.ts';
import { readArchivedFile } from './archived-file.ts';
import { FileRequests, restoreCommand } from './file-requests.ts';
import { LogSource } from './log-source.ts';
import type { RecoveryPlan } from './recovery-plan.ts';
import { archiveLogFile } from './wal-archiver.ts';

/** In milliseconds. At the end, everything that was replayed is written to the disk. */
const STOP_TIMEOUT = 600_000;

export interface RecoveryOptions {
  /** The new data folder, which is created. */
  readonly target: string;
  readonly folder: DatabaseFolder;
  readonly socketFolder: string;
  /** The path of the program `postgres`. */
  readonly postgres: string;
  readonly secretKey: string | null;
  readonly log: LogFile;
  /** Called when the base backup is unpacked. Throws if this PostgreSQL can't read it. */
  readonly checkVersion: () => void;
}

export interface Recovery {
  /** The time of the last transaction that was recovered, as PostgreSQL reports it. Null if there was none. */
  readonly lastTransaction: string | null;
  /** How many files of the log were replayed. */
  readonly segments: number;
}

/**
 * Recovers the state that a database had at a time in a new data folder: unpacks a base backup, and replays the log.
 *
 * @throws DatabaseError or BackupError if the archive is damaged or incomplete, or can't be read; the new folder is then
 *   incomplete
 */
export async function recover(plan: RecoveryPlan, options: RecoveryOptions): Promise<Recovery> {
  await unpackBase(plan, options);
  options.checkVersion();
  const { archive, data, window, until } = plan;
  const { folder, secretKey, target } = options;
  const source = new LogSource({ archive, data, secretKey });
  const requests = new FileRequests(join(folder.path, 'recovering'), folder.user);
  const stopServing = requests.serve((name) => source.deliver(name, requests));
  const replay = (targetTime: Date | null) => replayLog(targetTime, requests, options);
  try {
    await replay(until).catch(async (error: unknown) => {
      if (source.failure !== null) throw source.failure;
      if (!isEndOfLog(error)) throw error;
      if (source.lastSegment < window.lastSegment)
        throw new DatabaseError(`The archive is damaged: the log ends too early. ${String(error)}`);
      // Nothing was changed between the end of the log and that time, so both have the same state.
      await replay(null);
    });
    // Otherwise, a later recovery would begin another timeline with the same number.
    for (const name of readdirSync(join(target, 'pg_wal')).filter((file) =>
      /\.history$/.test(file),
    ))
      await archiveLogFile(join(target, 'pg_wal', name), name, archive, secretKey);
  } finally {
    stopServing();
  }
  const lastTransaction = /last completed transaction was at log time (.*)$/m.exec(
    options.log.lastLines(),
  )?.[1];
  return { lastTransaction: lastTransaction ?? null, segments: source.delivered };
}

/** True if PostgreSQL found no transaction after the target time. */
const isEndOfLog = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.message.includes('recovery ended before configured recovery target was reached');

async function unpackBase(
  { window }: RecoveryPlan,
  { target, folder, secretKey }: RecoveryOptions,
): Promise<void> {
  mkdirSync(target, { mode: 0o700 });
  await pipeline(
    readArchivedFile(window.base.path, secretKey),
    unpackTar(target, { strict: true, dmode: 0o700, fmode: 0o600 }),
  );
  mkdirSync(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  // Makes PostgreSQL recover from the archive.
  writeFileSync(join(target, 'recovery.signal'), '', { mode: 0o600 });
  const { ids } = folder.user;
  if (ids === null) return;
  for (const path of ['', ...readdirSync(target, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(target, path), ids.uid, ids.gid);
}

/** Runs PostgreSQL until it has replayed the log up to a time, or to its end. */
async function replayLog(
  targetTime: Date | null,
  requests: FileRequests,
  { target, folder, socketFolder, postgres, log }: RecoveryOptions,
): Promise<void> {
  const args = postgresSettings(socketFolder, {
    nonDurable: false,
    changes: {
      ...(targetTime === null ? {} : { recovery_target_time: formatTime(targetTime) }),
      // Follows the timeline of the base backup, not the timeline of an earlier recovery.
      recovery_target_timeline: 'current',
      recovery_target_action: 'promote',
      restore_command: restoreCommand,
      hot_standby: 'off',
      wal_level: 'replica',
      // Fewer checkpoints make the replay faster.
      max_wal_size: '4GB',
      checkpoint_timeout: '30min',
    },
  });
  const program = { postgres, args, environment: requests.environment };
  const watchdogs: ChildProcess[] = [];
  try {
    const child = await startPostmaster(
      program,
      { data: target, user: folder.user },
      {
        log,
        isStopping: () => false,
        onSpawn: (spawned) => watchdogs.push(startWatchdog(spawned, folder.user, requests.folder)),
      },
    );
    const closed = once(child, 'close');
    await stopPostmaster(child.pid ?? 0, STOP_TIMEOUT);
    await closed;
  } finally {
    for (const watchdog of watchdogs) await stopWatchdog(watchdog);
  }
}

/** As `2026-05-04 16:20:00.000+00`: in its settings, PostgreSQL does not accept `Z`. */
const formatTime = (time: Date): string => time.toISOString().replace('T', ' ').replace('Z', '+00');
