import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  backupExtension,
  createBackupKey,
} from '../apps/server/src/jobs/backup/backup-encryption.ts';
import { BackupError, describeFileError } from '../apps/server/src/jobs/backup/backup-error.ts';
import { writeBackup } from '../apps/server/src/jobs/backup/write-backup.ts';
import {
  fileTimestamp,
  formatBytes,
  formatSeconds,
  readBackupSettings,
} from './backup/backup-settings.ts';
import { runTool } from './operator/run-tool.ts';

const help = `npm run backup [-- FILE]
npm run backup -- --create-key FILE

Writes a backup of Cairn's database to a file. Cairn may be running.
Without FILE, the backup goes into BACKUP_DIR, or the folder backups in DATA_DIR. With BACKUP_KEY_FILE, it is
encrypted. --create-key writes a new key for that to FILE. See docs/operations.md.`;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, 'create-key': { type: 'string' } },
  });
  const keyFile = values['create-key'];
  if (values.help === true) {
    console.log(help);
    return;
  }
  if (keyFile !== undefined) {
    await writeKeyFile(resolve(keyFile));
    return;
  }
  if (positionals.length > 1)
    throw new BackupError('Specify only one file. See: npm run backup -- --help');
  const settings = readBackupSettings();
  if (!settings.databaseExists)
    throw new BackupError(`${settings.databaseLabel} does not exist yet.`);
  const [
    file = join(settings.folder, `manual-${fileTimestamp()}${backupExtension(settings.secretKey)}`),
  ] = positionals;
  const startedAt = performance.now();
  const database = await settings.open(console.log);
  try {
    const backup = await writeBackup({
      databaseUrl: database.url,
      path: resolve(file),
      keyFingerprints: settings.keyFingerprints,
      secretKey: settings.secretKey,
    });
    const duration = formatSeconds(performance.now() - startedAt);
    console.log(
      `${backup.path}: ${backup.rows} rows, ${formatBytes(backup.bytes)}, in ${duration}.`,
    );
    console.log(
      settings.secretKey === null
        ? 'Keep it as secret as the data. It does not contain the keys: store them elsewhere.'
        : 'It is encrypted, and does not contain the keys: store them elsewhere, including BACKUP_KEY_FILE.',
    );
  } finally {
    await database.close();
  }
});

/** Writes a new key that only its owner can read. An existing file is kept, because backups may need its key. */
async function writeKeyFile(path: string): Promise<void> {
  try {
    writeFileSync(path, await createBackupKey(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const problem = describeFileError(error, path);
    if (problem === null) throw error;
    throw new BackupError(problem);
  }
  console.log(
    `Wrote a new key to ${path}. Set BACKUP_KEY_FILE to this path, and store a copy of the key elsewhere: without it, the backups can't be read.`,
  );
}
