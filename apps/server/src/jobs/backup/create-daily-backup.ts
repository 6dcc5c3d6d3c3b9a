import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { todayIn } from '../../platform/http/time-zone.ts';
import type { Services } from '../../services.ts';
import { backupExtension } from './backup-encryption.ts';
import { keyFingerprints } from './key-fingerprints.ts';
import { writeBackup } from './write-backup.ts';

/** How many daily backups are kept. Manual ones are never deleted. */
const maxDailyBackups = 7;
const dailyName = /^daily-\d{4}-\d{2}-\d{2}\.sql\.gz(\.age)?$/;

/**
 * Writes today's backup (UTC) if a folder is configured, then deletes the oldest daily backups. If writing fails, the
 * existing backups are kept and the queue retries.
 */
export async function createDailyBackup({ settings, clock, log }: Services): Promise<void> {
  const folder = settings.backupDir;
  if (folder === null) return;
  const startedAt = performance.now();
  const backup = await writeBackup({
    databaseUrl: settings.databaseDirectUrl,
    path: join(folder, `daily-${todayIn('UTC', clock)}${backupExtension(settings.backupKey)}`),
    keyFingerprints: keyFingerprints(settings.keys.tokens),
    secretKey: settings.backupKey,
  });
  log.info({
    event: 'backup_created',
    file: backup.path,
    rows: backup.rows,
    bytes: backup.bytes,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  });
  const daily = (await readdir(folder)).filter((name) => dailyName.test(name)).sort();
  for (const name of daily.slice(0, -maxDailyBackups))
    await rm(join(folder, name), { force: true });
}
