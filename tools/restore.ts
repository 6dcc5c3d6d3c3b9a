import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { BackupError, NothingToBackUpError } from '../apps/server/src/jobs/backup/backup-error.ts';
import type { BackupEnd, BackupHead } from '../apps/server/src/jobs/backup/backup-format.ts';
import { checkBackup } from '../apps/server/src/jobs/backup/read-backup.ts';
import { restoreBackup } from '../apps/server/src/jobs/backup/restore-backup.ts';
import { writeBackup } from '../apps/server/src/jobs/backup/write-backup.ts';
import {
  type BackupSettings,
  inSeconds,
  readBackupSettings,
  stamp,
} from './backup/backup-settings.ts';
import { runTool } from './backup/run-tool.ts';

const help = `npm run restore -- FILE [--yes] [--other-keys]

Puts everything back as the backup FILE has it, while Cairn runs or not; what is there now is backed
up first. Asks before it begins, unless --yes. --other-keys: also where the keys of that time are
not here; banks then have to be linked again. docs/operations.md says more.`;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      yes: { type: 'boolean' },
      'other-keys': { type: 'boolean' },
    },
  });
  const [file] = positionals;
  if (values.help === true || file === undefined || positionals.length > 1) {
    (values.help === true ? console.log : console.error)(help);
    if (values.help !== true) process.exitCode = 2;
    return;
  }
  const settings = readBackupSettings();
  const path = resolve(file);
  const { head, end } = await checkBackup(path);
  if (values['other-keys'] !== true) checkKeys(head, settings.keyMarks);
  if (values.yes !== true && !(await agrees(settings, head, end))) {
    console.log('Nothing has changed.');
    process.exitCode = 1;
    return;
  }
  await restore(settings, path);
});

async function restore(settings: BackupSettings, path: string): Promise<void> {
  const began = performance.now();
  const database = await settings.open(console.log);
  try {
    await backUpFirst(settings, database.url);
    const restored = await restoreBackup(database.url, path);
    const took = inSeconds(performance.now() - began);
    const work = restored.jobs === 1 ? '1 task' : `${restored.jobs} tasks`;
    console.log(
      `Everything is as of ${restored.madeAt}: ${restored.rows} rows, ${work} open, in ${took}.`,
    );
  } finally {
    await database.close();
  }
}

async function backUpFirst(settings: BackupSettings, databaseUrl: string): Promise<void> {
  const path = join(settings.folder, `before-restore-${stamp()}.sql.gz`);
  try {
    await writeBackup({ databaseUrl, path, keyMarks: settings.keyMarks });
    console.log(`What was there is kept in ${path}.`);
  } catch (error) {
    // A database that is new has nothing to lose.
    if (!(error instanceof NothingToBackUpError)) throw error;
  }
}

/** @throws BackupError where a key is missing that sealed texts of the backup may need. */
function checkKeys(head: BackupHead, here: readonly string[]): void {
  const missing = head.token_keys.filter((mark) => !here.includes(mark));
  if (missing.length === 0) return;
  const ids = missing.map((mark) => mark.split(' ')[0]).join(', ');
  throw new BackupError(
    `What banks entrusted to Cairn is sealed in this backup with a key that is not here (${ids}). ` +
      'Set TOKEN_KEYS to the keys of that time, or bring back the file token.keys of DATA_DIR. ' +
      'Without them every bank has to be linked again: add --other-keys if that is so. ' +
      'Nothing has changed.',
  );
}

async function agrees(
  settings: BackupSettings,
  head: BackupHead,
  end: BackupEnd,
): Promise<boolean> {
  const users = end.rows.users ?? 0;
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  console.log(
    `The backup is of ${head.made_at}: ${users === 1 ? '1 user' : `${users} users`}, ${rows} rows.`,
  );
  console.log(`It takes the place of all that ${settings.database} holds now.`);
  if (!process.stdin.isTTY) {
    console.log('Add --yes to go on.');
    return false;
  }
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await asked.question('Type yes to go on: ')).trim().toLowerCase() === 'yes';
  } finally {
    asked.close();
  }
}
