import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountryCode, Products, type Transaction } from 'plaid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  clockAt,
  linkItem,
  type SandboxHarness,
  startSandbox,
  startWebhookCatcher,
  syncAll,
} from '../../testing/sandbox-harness.ts';

/** 5 pm on November 20 in Los Angeles, when it is already the 21st in UTC. */
const EVENING = '2026-11-21T01:00:00Z';
const LOGIN = { institution_id: 'ins_1', username: 'user_good', password: 'pass_good' };

let dataDir: string;
let sandbox: SandboxHarness;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn sandbox '));
  sandbox = await startSandbox({ dataDir }, clockAt(EVENING));
});
afterEach(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

/** Links an item as the link flow of a browser in this time zone does. */
async function linkFrom(time_zone: string, webhook?: string) {
  const { data } = await sandbox.plaid.linkTokenCreate({
    client_name: 'Cairn',
    language: 'en',
    country_codes: [CountryCode.Us],
    user: { client_user_id: 'user-1' },
    products: [Products.Transactions],
    transactions: { days_requested: 730 },
    ...(webhook !== undefined && { webhook }),
  });
  const attempt = { ...LOGIN, link_token: data.link_token, time_zone };
  const credentials = await sandbox.post('/plaid/link/credentials', attempt);
  // The calls of the link flow return these shapes.
  const { accounts } = credentials.body as { accounts: { id: string }[] };
  const finished = await sandbox.post('/plaid/link/finish', {
    ...attempt,
    account_ids: accounts.map(({ id }) => id),
  });
  const { public_token } = finished.body as { public_token: string };
  const exchanged = await sandbox.plaid.itemPublicTokenExchange({ public_token });
  return { accessToken: exchanged.data.access_token, itemId: exchanged.data.item_id };
}

const newestDay = (rows: readonly Transaction[]) =>
  rows
    .map(({ date, authorized_date }) => authorized_date ?? date)
    .toSorted()
    .at(-1);

async function readDays(accessToken: string): Promise<string[]> {
  const { added } = await syncAll(sandbox, accessToken);
  return added.flatMap(({ date, authorized_date }) => [date, authorized_date ?? date]);
}

describe('the calendar days of a bank login', () => {
  test('follow the time zone of the browser that linked the bank', async () => {
    const west = await linkFrom('America/Los_Angeles');
    const east = await linkFrom('Pacific/Kiritimati');
    expect((await readDays(west.accessToken)).filter((day) => day > '2026-11-20')).toEqual([]);
    expect(newestDay((await syncAll(sandbox, west.accessToken)).added)).toBe('2026-11-20');
    expect(newestDay((await syncAll(sandbox, east.accessToken)).added)).toBe('2026-11-21');
  });

  test('begin at midnight in that time zone', async () => {
    const { accessToken } = await linkFrom('America/Los_Angeles');
    const { cursor } = await syncAll(sandbox, accessToken);
    sandbox.clock.set('2026-11-21T07:59:59Z');
    expect((await syncAll(sandbox, accessToken, { cursor })).added).toEqual([]);
    sandbox.clock.set('2026-11-21T08:00:00Z');
    const { added } = await syncAll(sandbox, accessToken, { cursor });
    expect(newestDay(added)).toBe('2026-11-21');
  });

  test('decide the date of live activity and of transactions that post', async () => {
    const { accessToken, itemId } = await linkFrom('America/Los_Angeles');
    const { cursor } = await syncAll(sandbox, accessToken);
    await sandbox.post(`/control/items/${itemId}/activity`, {
      transactions: [{ amount: 5, description: 'TAXI' }],
    });
    await sandbox.post(`/control/items/${itemId}/settle`);
    const { added } = await syncAll(sandbox, accessToken, { cursor });
    expect(added.map(({ name }) => name)).toContain('TAXI');
    expect(added.length).toBeGreaterThan(1);
    expect(newestDay(added)).toBe('2026-11-20');
  });

  test('are days in UTC if the time zone is unknown or was not sent', async () => {
    const unknown = await linkFrom('Mars/Olympus_Mons');
    const none = await linkItem(sandbox);
    for (const { accessToken } of [unknown, none])
      expect(newestDay((await syncAll(sandbox, accessToken)).added)).toBe('2026-11-21');
    expect(await sandbox.get('/control/items')).toMatchObject([
      { time_zone: 'UTC' },
      { time_zone: 'UTC' },
    ]);
  });
});

test("webhooks report new transactions after the person's midnight, even if the sandbox restarts", async () => {
  const catcher = await startWebhookCatcher();
  const { accessToken } = await linkFrom('America/Los_Angeles', catcher.url);
  const { cursor } = await syncAll(sandbox, accessToken);
  const restartAt = async (instant: string) => {
    await sandbox.close();
    sandbox = await startSandbox({ dataDir }, clockAt(instant));
  };

  await restartAt('2026-11-21T07:00:00Z');
  expect((await syncAll(sandbox, accessToken, { cursor })).added).toEqual([]);
  const earlier = catcher.received.length;
  await restartAt('2026-11-21T09:00:00Z');
  await catcher.waitFor('SYNC_UPDATES_AVAILABLE', earlier);
  expect(newestDay((await syncAll(sandbox, accessToken, { cursor })).added)).toBe('2026-11-21');
  await catcher.close();
});
