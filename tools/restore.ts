import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupExtension } from '../apps/server/src/jobs/backup/backup-encryption.ts';
import { BackupError, NothingToBackUpError } from '../apps/server/src/jobs/backup/backup-error.ts';
import type { BackupEnd, BackupHead } from '../apps/server/src/jobs/backup/backup-format.ts';
import { verifyBackup } from '../apps/server/src/jobs/backup/read-backup.ts';
import { restoreBackup } from '../apps/server/src/jobs/backup/restore-backup.ts';
import { writeBackup } from '../apps/server/src/jobs/backup/write-backup.ts';
import {
  type BackupSettings,
  fileTimestamp,
  formatSeconds,
  readBackupSettings,
} from './backup/backup-settings.ts';
import { parseUntil, restoreUntil } from './backup/restore-until.ts';
import { confirm } from './operator/confirm.ts';
import { runTool } from './operator/run-tool.ts';

const help = `npm run restore -- FILE [--yes] [--other-keys]
npm run restore -- --until TIME [--yes]

Replaces the database's contents with the backup FILE. Cairn may be running. The current contents are
backed up first. See docs/operations.md.

--until TIME  Replace the embedded database with its state at that time, from the archive (WAL_ARCHIVE_DAYS). Cairn must
              not be running. TIME is in ISO 8601 with an offset, such as 2026-05-04T16:20:00Z. The current database is
              kept in another folder.
--yes         Don't ask for confirmation.
--other-keys  Restore even if this installation lacks a key that the backup's bank access tokens are
              encrypted with. Every bank must then be linked again.`;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      yes: { type: 'boolean' },
      'other-keys': { type: 'boolean' },
      until: { type: 'string' },
    },
  });
  const [file] = positionals;
  const confirmUnlessYes = async () => values.yes === true || (await confirm());
  if (values.until !== undefined && file === undefined && values.help !== true) {
    const until = parseUntil(values.until);
    if (!(await restoreUntil(readBackupSettings(), until, confirmUnlessYes)))
      reportNothingChanged();
    return;
  }
  if (values.help === true || file === undefined || positionals.length > 1) {
    (values.help === true ? console.log : console.error)(help);
    if (values.help !== true) process.exitCode = 2;
    return;
  }
  const settings = readBackupSettings();
  const path = resolve(file);
  const { head, end } = await verifyBackup(path, settings.secretKey);
  if (values['other-keys'] !== true) checkKeys(head, settings.keyFingerprints);
  if (values.yes !== true && !(await confirmRestore(settings, head, end))) {
    reportNothingChanged();
    return;
  }
  await restore(settings, path);
});

function reportNothingChanged(): void {
  console.log('Nothing was changed.');
  process.exitCode = 1;
}

async function restore(settings: BackupSettings, path: string): Promise<void> {
  const startedAt = performance.now();
  const database = await settings.open(console.log);
  try {
    await backUpFirst(settings, database.url);
    const restored = await restoreBackup(database.url, path, settings.secretKey);
    const duration = formatSeconds(performance.now() - startedAt);
    const jobs = restored.jobs === 1 ? '1 pending job' : `${restored.jobs} pending jobs`;
    console.log(
      `Restored the backup from ${restored.madeAt}: ${restored.rows} rows, ${jobs}, in ${duration}.`,
    );
  } finally {
    await database.close();
  }
}

async function backUpFirst(settings: BackupSettings, databaseUrl: string): Promise<void> {
  const path = join(
    settings.folder,
    `before-restore-${fileTimestamp()}${backupExtension(settings.secretKey)}`,
  );
  try {
    await writeBackup({
      databaseUrl,
      path,
      keyFingerprints: settings.keyFingerprints,
      secretKey: settings.secretKey,
    });
    console.log(`The previous contents were saved to ${path}.`);
  } catch (error) {
    // A new database has no contents to back up.
    if (!(error instanceof NothingToBackUpError)) throw error;
  }
}

/** @throws BackupError if a key is missing that encrypted values of the backup may need. */
function checkKeys(head: BackupHead, availableFingerprints: readonly string[]): void {
  const missing = head.token_keys.filter(
    (fingerprint) => !availableFingerprints.includes(fingerprint),
  );
  if (missing.length === 0) return;
  const ids = missing.map((fingerprint) => fingerprint.split(' ')[0]).join(', ');
  throw new BackupError(
    `The bank access tokens in this backup are encrypted with a key that is missing (${ids}). ` +
      'Set TOKEN_KEYS to the keys that were used then, or restore the file token.keys in DATA_DIR. ' +
      'Without them, every bank must be linked again: add --other-keys to accept that. ' +
      'Nothing was changed.',
  );
}

async function confirmRestore(
  settings: BackupSettings,
  head: BackupHead,
  end: BackupEnd,
): Promise<boolean> {
  const users = end.rows.users ?? 0;
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  console.log(
    `Backup of ${head.made_at}: ${users === 1 ? '1 user' : `${users} users`}, ${rows} rows.`,
  );
  console.log(`${settings.databaseLabel} will be overwritten with it.`);
  return confirm();
}
