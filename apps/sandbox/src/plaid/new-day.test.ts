import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Products, type Transaction } from 'plaid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  catchWebhooks,
  clockAt,
  customUser,
  linkUp,
  NOW,
  type Rehearsal,
  readAll,
  refusalOf,
  rehearse,
} from '../testing/rehearse.ts';

let dataDir: string;
let bank: Rehearsal;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn sandbox '));
  bank = await rehearse({ dataDir });
});
afterEach(async () => {
  await bank.close();
  await rm(dataDir, { recursive: true });
});

/** Everything since a cursor. Logos are at the sandbox's own address, which a restart here changes. */
async function since(accessToken: string, cursor = '') {
  const read = await readAll(bank, accessToken, { cursor });
  const told = JSON.stringify(read).replaceAll(bank.address, 'http://sandbox.example');
  return JSON.parse(told) as typeof read; // The same, but for the address.
}

/** Ends the sandbox and starts another one on the same folder, as a second `npm start` does. */
async function restart(instant = NOW): Promise<void> {
  await bank.close();
  bank = await rehearse({ dataDir }, clockAt(instant));
}

describe('a restart', () => {
  test('keeps items, tokens, cursors, activity, state and the key that signs', async () => {
    const catcher = await catchWebhooks();
    const { accessToken, itemId } = await linkUp(bank, { webhook: catcher.url });
    const first = await since(accessToken);
    const made = await bank.post(`/control/items/${itemId}/activity`, {
      transactions: [{ amount: 12.5, description: 'TAXI' }],
    });
    expect(made.status).toBe(200);
    const sent = await catcher.waitFor('SYNC_UPDATES_AVAILABLE');
    const before = {
      whole: await since(accessToken),
      news: await since(accessToken, first.cursor),
      accounts: (await bank.plaid.accountsGet({ access_token: accessToken })).data.accounts,
    };
    expect(before.news.added).toMatchObject([{ name: 'TAXI' }]);

    await restart();
    expect(await since(accessToken, first.cursor)).toEqual(before.news);
    expect(await since(accessToken)).toEqual(before.whole);
    expect((await bank.plaid.accountsGet({ access_token: accessToken })).data.accounts).toEqual(
      before.accounts,
    );
    expect(await bank.get('/control/items')).toMatchObject([
      { item_id: itemId, webhook: catcher.url, synced: true },
    ]);
    const { kid } = JSON.parse(Buffer.from(sent.token.split('.')[0] ?? '', 'base64url').toString());
    expect((await bank.plaid.webhookVerificationKeyGet({ key_id: kid })).status).toBe(200);
    await catcher.close();
  });

  test('keeps a public token that was not yet exchanged, and what was removed stays removed', async () => {
    const gone = await linkUp(bank);
    await bank.plaid.itemRemove({ access_token: gone.accessToken });
    const { data } = await bank.plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_1',
      initial_products: [Products.Transactions],
    });
    await restart();
    const late = await refusalOf(bank.plaid.itemGet({ access_token: gone.accessToken }));
    expect(late.error_code).toBe('ITEM_NOT_FOUND');
    const exchanged = await bank.plaid.itemPublicTokenExchange({ public_token: data.public_token });
    expect((await since(exchanged.data.access_token)).added.length).toBeGreaterThan(100);
  });

  test('the file is complete when the exchange is answered, and nobody else may read it', async () => {
    const { accessToken } = await linkUp(bank);
    const path = join(dataDir, 'sandbox-state.json');
    expect(await readFile(path, 'utf8')).toContain(accessToken);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('lets go of a person who is no longer among the people, and keeps the others', async () => {
    const gone = await linkUp(bank);
    const kept = await linkUp(bank, { username: 'user_student', password: 'pass_student' });
    await bank.close();
    const path = join(dataDir, 'sandbox-state.json');
    const state = await readFile(path, 'utf8');
    await writeFile(path, state.replace('"username":"user_good"', '"username":"user_of_old"'));
    bank = await rehearse({ dataDir });
    const refusal = await refusalOf(bank.plaid.itemGet({ access_token: gone.accessToken }));
    expect(refusal.error_code).toBe('INVALID_ACCESS_TOKEN');
    expect(await bank.get('/control/items')).toMatchObject([{ item_id: kept.itemId }]);
  });

  test('new ids after it meet no earlier ones', async () => {
    const first = await linkUp(bank);
    await restart();
    const second = await linkUp(bank);
    expect(second.itemId).not.toBe(first.itemId);
  });
});

describe('a new day', () => {
  test('brings the person’s new rows and posts what was pending, and says so by webhook', async () => {
    const catcher = await catchWebhooks();
    const { accessToken } = await linkUp(bank, { webhook: catcher.url });
    const first = await since(accessToken);
    const pending = first.added.filter((row) => row.pending).map((row) => row.transaction_id);
    expect(pending.length).toBeGreaterThan(0);

    await restart('2026-12-01T12:00:00Z');
    await catcher.waitFor('SYNC_UPDATES_AVAILABLE');
    const news = await since(accessToken, first.cursor);
    expect(news.removed.toSorted()).toEqual(pending.toSorted());
    expect(news.added.flatMap((row) => row.pending_transaction_id ?? []).toSorted()).toEqual(
      pending.toSorted(),
    );
    const fresh = news.added.filter((row) => row.pending_transaction_id === null);
    expect(fresh.length).toBeGreaterThan(5);
    expect(fresh.every((row) => row.date > '2026-11-15' && row.date <= '2026-12-01')).toBe(true);
    const known = new Set(first.added.map((row) => row.transaction_id));
    expect(news.added.some((row) => known.has(row.transaction_id))).toBe(false);

    const whole = await since(accessToken);
    expect(new Set(whole.added.map((row) => row.transaction_id)).size).toBe(whole.added.length);
    expect(whole.added).toHaveLength(first.added.length - pending.length + news.added.length);
    await restart('2026-12-01T18:00:00Z');
    expect(await since(accessToken, news.cursor)).toMatchObject({
      added: [],
      modified: [],
      removed: [],
    });
    expect(await since(accessToken)).toEqual(whole);
    await catcher.close();
  });

  test('day by day ends where a leap of days ends', async () => {
    const stepwise = await linkUp(bank);
    await since(stepwise.accessToken);
    for (const day of ['22', '23', '24', '25', '26', '27', '28']) {
      bank.clock.set(`2026-11-${day}T12:00:00Z`);
      await since(stepwise.accessToken);
    }
    const byDay = await since(stepwise.accessToken);
    bank.clock.set(NOW);
    const leaping = await linkUp(bank);
    await since(leaping.accessToken);
    bank.clock.set('2026-11-28T12:00:00Z');
    const byLeap = await since(leaping.accessToken);
    const shown = (rows: Transaction[]) =>
      rows.map((row) => `${row.date} ${row.amount} ${row.name} ${row.pending}`).toSorted();
    expect(shown(byDay.added)).toEqual(shown(byLeap.added));
    const balances = async (token: string) =>
      (await bank.plaid.accountsGet({ access_token: token })).data.accounts.map(
        (each) => each.balances,
      );
    expect(await balances(stepwise.accessToken)).toEqual(await balances(leaping.accessToken));
  });

  test('a row settled by hand is not posted again when its day comes', async () => {
    const { accessToken, itemId } = await linkUp(bank);
    const first = await since(accessToken);
    const pending = first.added.filter((row) => row.pending);
    const before = (await bank.plaid.accountsGet({ access_token: accessToken })).data.accounts;
    await bank.post(`/control/items/${itemId}/settle`);
    const settled = await since(accessToken, first.cursor);
    expect(settled.added).toHaveLength(pending.length);
    const after = (await bank.plaid.accountsGet({ access_token: accessToken })).data.accounts;
    expect(after).not.toEqual(before);

    bank.clock.set('2026-12-05T12:00:00Z');
    const news = await since(accessToken, settled.cursor);
    const again = new Set(settled.added.map((row) => row.pending_transaction_id));
    expect(
      news.added.some(
        (row) => again.has(row.pending_transaction_id) && row.pending_transaction_id !== null,
      ),
    ).toBe(false);
    const untouched = await linkUp(bank);
    const then = (token: string) => bank.plaid.accountsGet({ access_token: token });
    const balancesOf = async (token: string) =>
      (await then(token)).data.accounts.map((each) => each.balances);
    expect(await balancesOf(accessToken)).toEqual(await balancesOf(untouched.accessToken));
  });

  test('leaves a user_custom as it is', async () => {
    const row = { date_transacted: '2026-11-20', amount: 5, description: 'X', pending: true };
    const { accessToken } = await linkUp(bank, {
      username: 'user_custom',
      password: customUser([row]),
    });
    const { cursor } = await since(accessToken);
    bank.clock.set('2026-12-31T12:00:00Z');
    expect(await since(accessToken, cursor)).toMatchObject({
      added: [],
      modified: [],
      removed: [],
    });
  });
});
