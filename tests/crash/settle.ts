import { setTimeout as sleep } from 'node:timers/promises';
import { queryDirectly } from '../support/database/direct-connection.ts';
import type { Ledger } from './ledger.ts';
import type { Person } from './person.ts';
import type { Stack } from './stack/stack.ts';

// In milliseconds. Work that is unfinished after `settleTimeout` is stuck.
const settleTimeout = 150_000;
const pollInterval = 250;

/** Jobs that are delayed on purpose before they retry. Retries of other jobs have the state 'retry'. */
const retryingJobs = [
  'sync-item',
  'finish-link',
  'unlink-item',
  'delete-user',
  'cancel-subscription',
  'revoke-exchange-access',
  'handle-withdrawn-access',
];

/**
 * Waits until the server is ready, all jobs have ended, and all banks are synced. Reports what is stuck. Makes retries
 * due at once, because some wait for a minute or a day.
 */
export async function settle(stack: Stack, people: readonly Person[], ledger: Ledger) {
  const deadline = Date.now() + settleTimeout;
  let unsettled: string[] = [];
  do {
    unsettled = await findUnsettled(stack, people).catch((error: unknown) => [String(error)]);
    if (unsettled.length === 0) return;
    await sleep(pollInterval);
  } while (Date.now() < deadline);
  ledger.report('stuck', [...unsettled, ...(await describeServer(stack))].join('; '));
}

/** Describes what the server is doing: its connections, and the newest events in its log except requests. */
async function describeServer({ database, server }: Stack): Promise<string[]> {
  const { rows } = await queryDirectly<{ text: string }>(
    database.url,
    `select format('%s connections of %s: %s %s', count(*), application_name, state, wait_event) as text
     from pg_stat_activity
     where datname = current_database()
     group by application_name, state, wait_event`,
  );
  const events = server.logged.filter(({ event }) => event !== 'request').slice(-10);
  return [...rows.map(({ text }) => text), ...events.map((entry) => JSON.stringify(entry))];
}

async function findUnsettled(stack: Stack, people: readonly Person[]): Promise<string[]> {
  const readiness = await fetch(`${stack.app.url}/readyz`);
  await readiness.text();
  if (readiness.status !== 200) return ['the server is not ready'];
  const { url } = stack.database;
  await queryDirectly(
    url,
    `update pgboss.job set start_after = now()
     where start_after > now() and (state = 'retry' or (state = 'created' and name = any($1)))`,
    [retryingJobs],
  );
  const jobs = await queryDirectly<{ name: string; state: string }>(
    url,
    `select name, state from pgboss.job
     where state in ('created', 'retry', 'active') and start_after <= now()`,
  );
  const banks = await Promise.all(people.map(findUnsyncedBanks));
  return [...jobs.rows.map(({ name, state }) => `the job ${name} is '${state}'`), ...banks.flat()];
}

/** Lists a user's banks that are not synced, and syncs banks with an error again, as when the user opens the app. */
async function findUnsyncedBanks({ client, email }: Person): Promise<string[]> {
  const { status, body } = await client.call('GET /user/sync');
  // Only deleting the account ends the session. The deletion is compared later.
  if (status === 401) return [];
  if (status !== 200) return [`GET /user/sync of ${email} responded with ${status}`];
  const unsynced = body.items.filter(({ state }) => state !== 'ok');
  if (body.state === 'idle' && unsynced.length > 0)
    await client.call('POST /user/plaid/sync_transactions');
  return unsynced.map(({ item_id, state }) => `the bank ${item_id} of ${email} is '${state}'`);
}
