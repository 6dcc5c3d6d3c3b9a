import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { todayIn } from '../../platform/http/time-zone.ts';
import type { Services } from '../../services.ts';
import { keyMarks } from './key-marks.ts';
import { writeBackup } from './write-backup.ts';

/** How many of the daily backups are kept; those that were asked for by hand stay. */
const kept = 7;
const dailyName = /^daily-\d{4}-\d{2}-\d{2}\.sql\.gz$/;

/**
 * The backup of today (UTC), where a folder for it is set; then the oldest go. One that fails leaves all
 * that are there, and is tried again by the queue.
 */
export async function backUpDaily({ settings, clock, log }: Services): Promise<void> {
  const folder = settings.backupDir;
  if (folder === null) return;
  const began = performance.now();
  const made = await writeBackup({
    databaseUrl: settings.databaseUrl,
    path: join(folder, nameOfToday(clock)),
    keyMarks: keyMarks(settings.keys.tokens),
  });
  log.info({
    event: 'backup_made',
    file: made.path,
    rows: made.rows,
    bytes: made.bytes,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  });
  const daily = (await readdir(folder)).filter((name) => dailyName.test(name)).sort();
  for (const name of daily.slice(0, -kept)) await rm(join(folder, name), { force: true });
}

const nameOfToday = (clock: Clock): string => `daily-${todayIn('UTC', clock)}.sql.gz`;
