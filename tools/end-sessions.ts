import { parseArgs } from 'node:util';
import { findAddressOwner } from '../apps/server/src/identity/addresses.queries.ts';
import { endAllSessions, endSessionsOfUser } from '../apps/server/src/identity/end-all-sessions.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { createLogger } from '../apps/server/src/platform/log.ts';
import { CommandError } from './command/command-error.mjs';
import { confirm } from './operator/confirm.ts';
import { readDatabaseSettings } from './operator/database-settings.ts';
import { openExistingDatabase } from './operator/open-existing-database.ts';
import { runTool } from './operator/run-tool.ts';

const help = `npm run end-sessions -- ADDRESS
npm run end-sessions -- --all [--yes]

Signs out all devices of the user with this email address, or of all users. Cairn may be running: open pages are signed
out at once. The devices count as new at the next sign-in, and users see the sign-out in their activity. See
docs/operations.md.

--yes  Don't ask for confirmation.`;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      all: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(help);
    return;
  }
  const [address] = positionals;
  if (positionals.length > 1 || (address === undefined) !== (values.all === true))
    throw new CommandError(
      'Specify one email address, or --all. See: npm run end-sessions -- --help',
    );
  if (address === undefined) console.log('All users will be signed out.');
  if (address === undefined && values.yes !== true && !(await confirm())) {
    console.log('Nothing was changed.');
    process.exitCode = 1;
    return;
  }
  await withDatabase((database) =>
    address === undefined ? signOutEveryone(database) : signOutUser(database, address),
  );
});

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const open = await openExistingDatabase(readDatabaseSettings());
  const { url } = open;
  const database = openDatabase({
    url,
    directUrl: url,
    log: createLogger('silent'),
    maxConnections: 1,
  });
  try {
    await work(database);
  } finally {
    await database.close();
    await open.close();
  }
}

async function signOutUser(database: Database, address: string): Promise<void> {
  const userId = await findAddressOwner(database, address.trim().toLowerCase());
  if (userId === null) throw new CommandError(`No user has the email address ${address}.`);
  console.log(
    `Signed out ${formatDeviceCount(await endSessionsOfUser(database, userId))} of ${address}.`,
  );
}

async function signOutEveryone(database: Database): Promise<void> {
  const { sessions, users } = await endAllSessions(database);
  console.log(
    `Signed out ${formatDeviceCount(sessions)} of ${users === 1 ? '1 user' : `${users} users`}.`,
  );
}

function formatDeviceCount(count: number): string {
  return count === 1 ? '1 device' : `${count} devices`;
}
