import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../apps/server/src/jobs/backup/backup-error.ts';
import { writeBackup } from '../apps/server/src/jobs/backup/write-backup.ts';
import { inMegabytes, inSeconds, readBackupSettings, stamp } from './backup/backup-settings.ts';
import { runTool } from './backup/run-tool.ts';

const help = `npm run backup [-- FILE]

Writes everything that Cairn's database holds at this moment to a file, while Cairn runs or not.
Without FILE: into BACKUP_DIR, or else the folder backups in DATA_DIR. docs/operations.md says more.`;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    console.log(help);
    return;
  }
  if (positionals.length > 1) throw new BackupError('One file at a time. npm run backup -- --help');
  const settings = readBackupSettings();
  if (!settings.isThere) throw new BackupError(`There is no ${settings.database} yet.`);
  const [file = join(settings.folder, `manual-${stamp()}.sql.gz`)] = positionals;
  const began = performance.now();
  const database = await settings.open(console.log);
  try {
    const made = await writeBackup({
      databaseUrl: database.url,
      path: resolve(file),
      keyMarks: settings.keyMarks,
    });
    const took = inSeconds(performance.now() - began);
    console.log(`${made.path}: ${made.rows} rows, ${inMegabytes(made.bytes)}, in ${took}.`);
    console.log('It is as secret as the data. The keys are not in it: keep those elsewhere.');
  } finally {
    await database.close();
  }
});
