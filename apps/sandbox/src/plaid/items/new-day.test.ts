import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Products, type Transaction } from 'plaid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  catchPlaidError,
  clockAt,
  customUser,
  linkItem,
  NOW,
  type SandboxHarness,
  startSandbox,
  startWebhookCatcher,
  syncAll,
} from '../../testing/sandbox-harness.ts';

let dataDir: string;
let sandbox: SandboxHarness;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn sandbox '));
  sandbox = await startSandbox({ dataDir });
});
afterEach(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

/** Reads all changes since a cursor. The sandbox's port changes with a restart, so logo URLs are normalized. */
async function readSince(accessToken: string, cursor = '') {
  const read = await syncAll(sandbox, accessToken, { cursor });
  const normalized = JSON.stringify(read).replaceAll(sandbox.address, 'http://sandbox.example');
  return JSON.parse(normalized) as typeof read; // The same shape, with other URLs.
}

/** Closes the sandbox and starts another one with the same folder, like a second `npm start`. */
async function restart(instant = NOW): Promise<void> {
  await sandbox.close();
  sandbox = await startSandbox({ dataDir }, clockAt(instant));
}

describe('a restart', () => {
  test('keeps items, tokens, cursors, activity, state, and the signing key', async () => {
    const catcher = await startWebhookCatcher();
    const { accessToken, itemId } = await linkItem(sandbox, { webhook: catcher.url });
    const first = await readSince(accessToken);
    const response = await sandbox.post(`/control/items/${itemId}/activity`, {
      transactions: [{ amount: 12.5, description: 'TAXI' }],
    });
    expect(response.status).toBe(200);
    const sent = await catcher.waitFor('SYNC_UPDATES_AVAILABLE');
    const expected = {
      all: await readSince(accessToken),
      changes: await readSince(accessToken, first.cursor),
      accounts: (await sandbox.plaid.accountsGet({ access_token: accessToken })).data.accounts,
    };
    expect(expected.changes.added).toMatchObject([{ name: 'TAXI' }]);

    await restart();
    expect(await readSince(accessToken, first.cursor)).toEqual(expected.changes);
    expect(await readSince(accessToken)).toEqual(expected.all);
    expect((await sandbox.plaid.accountsGet({ access_token: accessToken })).data.accounts).toEqual(
      expected.accounts,
    );
    expect(await sandbox.get('/control/items')).toMatchObject([
      { item_id: itemId, webhook: catcher.url, synced: true },
    ]);
    const { kid } = JSON.parse(Buffer.from(sent.token.split('.')[0] ?? '', 'base64url').toString());
    expect((await sandbox.plaid.webhookVerificationKeyGet({ key_id: kid })).status).toBe(200);
    await catcher.close();
  });

  test('keeps public tokens that have not been exchanged yet, and does not bring removed items back', async () => {
    const removed = await linkItem(sandbox);
    await sandbox.plaid.itemRemove({ access_token: removed.accessToken });
    const { data } = await sandbox.plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_1',
      initial_products: [Products.Transactions],
    });
    await restart();
    const error = await catchPlaidError(
      sandbox.plaid.itemGet({ access_token: removed.accessToken }),
    );
    expect(error.error_code).toBe('ITEM_NOT_FOUND');
    const exchanged = await sandbox.plaid.itemPublicTokenExchange({
      public_token: data.public_token,
    });
    expect((await readSince(exchanged.data.access_token)).added.length).toBeGreaterThan(100);
  });

  test('finds a state file that was complete when the exchange responded, and that only its owner can read', async () => {
    const { accessToken } = await linkItem(sandbox);
    const path = join(dataDir, 'sandbox-state.json');
    expect(await readFile(path, 'utf8')).toContain(accessToken);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('drops the items of a person who no longer exists and keeps the others', async () => {
    const removed = await linkItem(sandbox);
    const other = await linkItem(sandbox, { username: 'user_student', password: 'pass_student' });
    await sandbox.close();
    const path = join(dataDir, 'sandbox-state.json');
    const state = await readFile(path, 'utf8');
    await writeFile(path, state.replace('"username":"user_good"', '"username":"user_of_old"'));
    sandbox = await startSandbox({ dataDir });
    const error = await catchPlaidError(
      sandbox.plaid.itemGet({ access_token: removed.accessToken }),
    );
    expect(error.error_code).toBe('INVALID_ACCESS_TOKEN');
    expect(await sandbox.get('/control/items')).toMatchObject([{ item_id: other.itemId }]);
  });

  test('never reuses earlier IDs', async () => {
    const first = await linkItem(sandbox);
    await restart();
    const second = await linkItem(sandbox);
    expect(second.itemId).not.toBe(first.itemId);
  });
});

describe('a new day', () => {
  test('adds new transactions, posts pending ones, and sends a webhook', async () => {
    const catcher = await startWebhookCatcher();
    const { accessToken } = await linkItem(sandbox, { webhook: catcher.url });
    const first = await readSince(accessToken);
    const pending = first.added.filter((row) => row.pending).map((row) => row.transaction_id);
    expect(pending.length).toBeGreaterThan(0);

    await restart('2026-12-01T12:00:00Z');
    await catcher.waitFor('SYNC_UPDATES_AVAILABLE');
    const changes = await readSince(accessToken, first.cursor);
    expect(changes.removed.toSorted()).toEqual(pending.toSorted());
    expect(changes.added.flatMap((row) => row.pending_transaction_id ?? []).toSorted()).toEqual(
      pending.toSorted(),
    );
    const newRows = changes.added.filter((row) => row.pending_transaction_id === null);
    expect(newRows.length).toBeGreaterThan(5);
    expect(newRows.every((row) => row.date > '2026-11-15' && row.date <= '2026-12-01')).toBe(true);
    const firstIds = new Set(first.added.map((row) => row.transaction_id));
    expect(changes.added.some((row) => firstIds.has(row.transaction_id))).toBe(false);

    const all = await readSince(accessToken);
    expect(new Set(all.added.map((row) => row.transaction_id)).size).toBe(all.added.length);
    expect(all.added).toHaveLength(first.added.length - pending.length + changes.added.length);
    await restart('2026-12-01T18:00:00Z');
    expect(await readSince(accessToken, changes.cursor)).toMatchObject({
      added: [],
      modified: [],
      removed: [],
    });
    expect(await readSince(accessToken)).toEqual(all);
    await catcher.close();
  });

  test('gives the same result whether days pass one by one or all at once', async () => {
    const stepwise = await linkItem(sandbox);
    await readSince(stepwise.accessToken);
    for (const day of ['22', '23', '24', '25', '26', '27', '28']) {
      sandbox.clock.set(`2026-11-${day}T12:00:00Z`);
      await readSince(stepwise.accessToken);
    }
    const stepwiseSync = await readSince(stepwise.accessToken);
    sandbox.clock.set(NOW);
    const atOnce = await linkItem(sandbox);
    await readSince(atOnce.accessToken);
    sandbox.clock.set('2026-11-28T12:00:00Z');
    const atOnceSync = await readSince(atOnce.accessToken);
    const summaries = (rows: Transaction[]) =>
      rows.map((row) => `${row.date} ${row.amount} ${row.name} ${row.pending}`).toSorted();
    expect(summaries(stepwiseSync.added)).toEqual(summaries(atOnceSync.added));
    const balances = async (token: string) =>
      (await sandbox.plaid.accountsGet({ access_token: token })).data.accounts.map(
        (account) => account.balances,
      );
    expect(await balances(stepwise.accessToken)).toEqual(await balances(atOnce.accessToken));
  });

  test('does not post a transaction again that a control call has already posted', async () => {
    const { accessToken, itemId } = await linkItem(sandbox);
    const first = await readSince(accessToken);
    const pending = first.added.filter((row) => row.pending);
    const accountsBefore = (await sandbox.plaid.accountsGet({ access_token: accessToken })).data
      .accounts;
    await sandbox.post(`/control/items/${itemId}/settle`);
    const settled = await readSince(accessToken, first.cursor);
    expect(settled.added).toHaveLength(pending.length);
    const accountsAfter = (await sandbox.plaid.accountsGet({ access_token: accessToken })).data
      .accounts;
    expect(accountsAfter).not.toEqual(accountsBefore);

    sandbox.clock.set('2026-12-05T12:00:00Z');
    const changes = await readSince(accessToken, settled.cursor);
    const settledIds = new Set(settled.added.map((row) => row.pending_transaction_id));
    expect(
      changes.added.some(
        (row) => settledIds.has(row.pending_transaction_id) && row.pending_transaction_id !== null,
      ),
    ).toBe(false);
    const comparison = await linkItem(sandbox);
    const fetchAccounts = (token: string) => sandbox.plaid.accountsGet({ access_token: token });
    const fetchBalances = async (token: string) =>
      (await fetchAccounts(token)).data.accounts.map((account) => account.balances);
    expect(await fetchBalances(accessToken)).toEqual(await fetchBalances(comparison.accessToken));
  });

  test('does not change a user_custom', async () => {
    const row = { date_transacted: '2026-11-20', amount: 5, description: 'X', pending: true };
    const { accessToken } = await linkItem(sandbox, {
      username: 'user_custom',
      password: customUser([row]),
    });
    const { cursor } = await readSince(accessToken);
    sandbox.clock.set('2026-12-31T12:00:00Z');
    expect(await readSince(accessToken, cursor)).toMatchObject({
      added: [],
      modified: [],
      removed: [],
    });
  });
});
