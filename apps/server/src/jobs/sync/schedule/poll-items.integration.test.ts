import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  customPerson,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import {
  signIn,
  signUpPaid,
  type TestClient,
  testPassword,
} from '../../../../../../tests/support/requests/test-client.ts';
import { pollItems } from './poll-items.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const person = customPerson({ name: 'Everyday', transactions: [{ amount: 10 }] });

/** Creates a user whose last sync was `hours` ago, and whose webhooks have been lost since. */
async function createUserWithLostWebhooks(
  hours: number,
): Promise<{ client: TestClient; email: string; item: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const client = await signUpPaid(server, email);
  const item = await client.linkBank(person);
  // Events now have an item id that is not in the directory.
  await execute(
    `update item_directory set provider_item_id = 'lost ' || $1 where provider_item_id = $1`,
    [item],
  );
  await server.sandbox.control(`items/${item}/activity`, {
    transactions: [{ amount: 20, description: 'Missed' }],
  });
  await eventually(
    () => server.logged.some((line) => line.event === 'webhook_for_unknown_item'),
    'the webhook was lost',
  );
  await execute(
    `update items set last_synced_at = now() - make_interval(hours => $2) where provider_item_id = $1`,
    [item, hours],
  );
  return { client, email, item };
}

const execute = (text: string, values: unknown[]) => queryDatabase(server, text, values);
const makePollDue = (item: string) =>
  execute(`update item_directory set next_poll_at = now() where provider_item_id = 'lost ' || $1`, [
    item,
  ]);
const waitForMissedRow = (client: TestClient) =>
  eventually(
    async () => (await listAllTransactions(client)).length === 2,
    'the missed row has arrived',
  );

test('every item is polled once a day, which finds what a lost webhook would have reported', async () => {
  const { client, item } = await createUserWithLostWebhooks(30);
  await makePollDue(item);
  await pollItems(server.services);
  await waitForMissedRow(client);
  const [next] = await execute(
    `select next_poll_at > now() + interval '23 hours' as tomorrow from item_directory where provider_item_id = 'lost ' || $1`,
    [item],
  );
  expect(next).toEqual({ tomorrow: true });
});

test('an item that was just synced, is not due, or belongs to a user without paid access is not polled', async () => {
  const fresh = await createUserWithLostWebhooks(1);
  const early = await createUserWithLostWebhooks(30);
  const lapsed = await createUserWithLostWebhooks(30);
  await makePollDue(fresh.item);
  await makePollDue(lapsed.item);
  const { id } = await lapsed.client.request('GET /user/me');
  await execute(`update users set paid_until = now() - interval '1 minute' where user_id = $1`, [
    id,
  ]);
  const before = server.logged.length;
  await pollItems(server.services);
  for (const { client } of [fresh, early]) {
    await client.waitForSyncs();
    expect(await listAllTransactions(client)).toHaveLength(1);
  }
  expect(server.logged.slice(before).some(({ event }) => event === 'items_polled')).toBe(false);
});

test('only one of two workers polls an item, and a repaired item is detected', async () => {
  const { client, item } = await createUserWithLostWebhooks(30);
  // The state after a failed sync. The user has signed in at the bank since, but the webhook about that was lost.
  await execute(
    `update items set health = 'login_required', sync_error = 'login_required' where provider_item_id = $1`,
    [item],
  );
  await makePollDue(item);
  const before = server.logged.length;
  await Promise.all([pollItems(server.services), pollItems(server.services)]);
  await waitForMissedRow(client);
  const polls = server.logged.slice(before).filter(({ event }) => event === 'items_polled');
  expect(polls.map(({ items }) => items)).toEqual([1]);
  expect((await client.request('GET /user/sync')).items[0]).toMatchObject({
    state: 'ok',
    error: null,
  });
});

test('a sign-in syncs items whose last sync is more than half a day ago', async () => {
  const { client, email } = await createUserWithLostWebhooks(13);
  client.token = await signIn(server, email, testPassword);
  await waitForMissedRow(client);
});

test('a sign-in soon after a sync does not start another one', async () => {
  const { client, email } = await createUserWithLostWebhooks(11);
  client.token = await signIn(server, email, testPassword);
  await eventually(
    async () =>
      !(await server.services.queue.hasUnfinishedJob(
        'sync-stale-items',
        (
          await client.request('GET /user/me')
        ).id,
      )),
    'the job is done',
  );
  await client.waitForSyncs();
  expect(await listAllTransactions(client)).toHaveLength(1);
});
