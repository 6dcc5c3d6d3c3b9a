import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../apps/server/src/jobs/backup/backup-error.ts';
import { writeBackup } from '../apps/server/src/jobs/backup/write-backup.ts';
import {
  fileTimestamp,
  formatBytes,
  formatSeconds,
  readBackupSettings,
} from './backup/backup-settings.ts';
import { runTool } from './backup/run-tool.ts';

const help = `npm run backup [-- FILE]

Writes a backup of Cairn's database to a file. Cairn may be running.
Without FILE, the backup goes into BACKUP_DIR, or the folder backups in DATA_DIR. See docs/operations.md.`;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    console.log(help);
    return;
  }
  if (positionals.length > 1)
    throw new BackupError('Specify only one file. See: npm run backup -- --help');
  const settings = readBackupSettings();
  if (!settings.databaseExists)
    throw new BackupError(`${settings.databaseLabel} does not exist yet.`);
  const [file = join(settings.folder, `manual-${fileTimestamp()}.sql.gz`)] = positionals;
  const startedAt = performance.now();
  const database = await settings.open(console.log);
  try {
    const backup = await writeBackup({
      databaseUrl: database.url,
      path: resolve(file),
      keyFingerprints: settings.keyMarks,
    });
    const duration = formatSeconds(performance.now() - startedAt);
    console.log(
      `${backup.path}: ${backup.rows} rows, ${formatBytes(backup.bytes)}, in ${duration}.`,
    );
    console.log(
      'Keep it as secret as the data. It does not contain the keys: store them elsewhere.',
    );
  } finally {
    await database.close();
  }
});
