import { parseArgs } from 'node:util';
import { rotateKeys } from '../apps/server/src/jobs/keys/rotate-keys.ts';
import { readDatabaseSettings } from './operator/database-settings.ts';
import { describeRotation } from './operator/describe-keys.ts';
import { openExistingDatabase } from './operator/open-existing-database.ts';
import { readKeys } from './operator/read-keys.ts';
import { runTool } from './operator/run-tool.ts';

const help = `npm run rotate-keys

Encrypts everything in the database with the newest key in TOKEN_KEYS, then reports for each earlier key whether it can
be removed. Cairn can stay running. First add the new key at the start of TOKEN_KEYS, and restart every Cairn process: a
process without the new key can't decrypt the values. An interrupted run can be repeated. See docs/operations.md.`;

await runTool(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help === true) {
    console.log(help);
    return;
  }
  const settings = readDatabaseSettings();
  const database = await openExistingDatabase(settings);
  try {
    const keys = readKeys(settings);
    const result = await rotateKeys(database.url, keys.tokens);
    console.log(describeRotation(result, keys).join('\n'));
    if (result.unreadable > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
