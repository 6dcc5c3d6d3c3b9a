import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows, customPerson } from '../../../../../tests/support/bank-rows.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  signIn,
  signUpPaid,
  type TestClient,
  testPassword,
} from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { askDatabase } from '../../../../../tests/support/user-rows.ts';
import { lookAtBanks } from './look-at-banks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const person = customPerson({ name: 'Everyday', transactions: [{ amount: 10 }] });

/** Someone whose webhooks have been lost since their bank was last asked, so many hours ago. */
async function behind(hours: number): Promise<{ client: TestClient; email: string; item: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const client = await signUpPaid(server, email);
  const item = await client.link(person);
  // The events go to another item's name: nobody is found for them.
  await ask(
    `update item_directory set provider_item_id = 'lost ' || $1 where provider_item_id = $1`,
    [item],
  );
  await server.sandbox.control(`items/${item}/activity`, {
    transactions: [{ amount: 20, description: 'Missed' }],
  });
  await eventually(
    () => server.logged.some((line) => line.event === 'webhook_for_unknown_item'),
    'the webhook got lost',
  );
  await ask(
    `update items set last_synced_at = now() - make_interval(hours => $2) where provider_item_id = $1`,
    [item, hours],
  );
  return { client, email, item };
}

const ask = (text: string, values: unknown[]) => askDatabase(server, text, values);
const isDue = (item: string) =>
  ask(`update item_directory set look_at = now() where provider_item_id = 'lost ' || $1`, [item]);
const brings = (client: TestClient) =>
  eventually(async () => (await allRows(client)).length === 2, 'what was missed is there');

test('once a day every connection is asked, and what a lost webhook would have told is found', async () => {
  const { client, item } = await behind(30);
  await isDue(item);
  await lookAtBanks(server.services);
  await brings(client);
  const [next] = await ask(
    `select look_at > now() + interval '23 hours' as tomorrow from item_directory where provider_item_id = 'lost ' || $1`,
    [item],
  );
  expect(next).toEqual({ tomorrow: true });
});

test('one that was asked a moment ago, has not come up yet, or is not paid for, is not', async () => {
  const fresh = await behind(1);
  const early = await behind(30);
  const lapsed = await behind(30);
  await isDue(fresh.item);
  await isDue(lapsed.item);
  const { id } = await lapsed.client.reply('GET /user/me');
  await ask(`update users set paid_until = now() - interval '1 minute' where user_id = $1`, [id]);
  const before = server.logged.length;
  await lookAtBanks(server.services);
  for (const { client } of [fresh, early]) {
    await client.syncIdle();
    expect(await allRows(client)).toHaveLength(1);
  }
  expect(server.logged.slice(before).some(({ event }) => event === 'banks_looked_at')).toBe(false);
});

test('of two workers one asks each, and a broken connection is found to be well again', async () => {
  const { client, item } = await behind(30);
  await ask(
    `update items set health = 'login_required', sync_error = 'login_required' where provider_item_id = $1`,
    [item],
  );
  await isDue(item);
  const before = server.logged.length;
  await Promise.all([lookAtBanks(server.services), lookAtBanks(server.services)]);
  await brings(client);
  const looks = server.logged.slice(before).filter(({ event }) => event === 'banks_looked_at');
  expect(looks.map(({ items }) => items)).toEqual([1]);
  expect((await client.reply('GET /user/sync')).items[0]).toMatchObject({
    state: 'ok',
    error: null,
  });
});

test('who signs in finds what is older than half a day brought up to date', async () => {
  const { client, email } = await behind(13);
  client.token = await signIn(server, email, testPassword);
  await brings(client);
});

test('who signs in soon after a sync makes no other one', async () => {
  const { client, email } = await behind(11);
  client.token = await signIn(server, email, testPassword);
  await eventually(
    async () =>
      !(await server.services.queue.isOpen('sync-stale', (await client.reply('GET /user/me')).id)),
    'the job is done',
  );
  await client.syncIdle();
  expect(await allRows(client)).toHaveLength(1);
});
