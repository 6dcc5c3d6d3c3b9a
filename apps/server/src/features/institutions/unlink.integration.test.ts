import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  fetchSpentThisMonth,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import { backdate } from '../../../../../tests/support/database/backdate.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../tests/support/database/database-queries.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';
import { defaultRetryPolicy } from '../../platform/providers/retry.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    callPolicy: { timeout: 10_000, retries: { ...defaultRetryPolicy, maxAttempts: 1 } },
  });
});
afterAll(() => server.stop());

const listInstitutions = async (client: TestClient) =>
  (await client.request('GET /institutions')).link_tokens;
const waitForUnlink = (client: TestClient, id: string) =>
  eventually(
    async () => (await listInstitutions(client)).every((item) => item.id !== id),
    'the institution is unlinked',
  );
const stateAtProvider = async (item: string) => {
  const items = await server.sandbox.control<{ item_id: string; state: string }[]>('items');
  return items.find(({ item_id }) => item_id === item)?.state;
};

/** Links two banks with a transfer between them and one other transaction each. */
async function linkTwoBanks() {
  const client = await signUpPaid(server);
  const first = await client.linkBank(
    customPerson({
      name: 'Checking',
      transactions: [{ amount: 250, category: 'transfer_out_account_transfer' }, { amount: 10 }],
    }),
  );
  const second = await client.linkBank({
    ...customPerson({
      name: 'Elsewhere',
      transactions: [{ amount: -250, category: 'transfer_in_account_transfer' }, { amount: 7 }],
    }),
    institution: 'ins_2',
  });
  const [one, two] = await listInstitutions(client);
  return { client, first, second, ids: [one?.id ?? '', two?.id ?? ''] as const };
}

describe('DELETE /institution/:id', () => {
  test('revokes access at the provider, deletes all rows, and recomputes what depended on them', async () => {
    const { client, second, ids } = await linkTwoBanks();
    expect(await fetchSpentThisMonth(client)).toBe(17);
    const response = await client.call('DELETE /institution/:id', { params: { id: ids[1] } });
    expect(response.status).toBe(204);
    await waitForUnlink(client, ids[1]);
    expect(await stateAtProvider(second)).toBe('removed');
    const rows = await listAllTransactions(client);
    expect(rows.map(({ amount, transfer_pair_id }) => [amount, transfer_pair_id]).sort()).toEqual([
      [10, null],
      [250, null],
    ]);
    // Without its matching transfer, the remaining transaction counts as spending.
    expect(await fetchSpentThisMonth(client)).toBe(260);
    expect((await client.request('GET /user/accounts')).accounts).toHaveLength(1);
    expect((await client.request('GET /user/networth/history')).points.at(-1)?.net).toBe(1_000);
    const { id: user } = await client.request('GET /user/me');
    for (const [table, column] of [
      ['items', 'id'],
      ['accounts', 'item_id'],
      ['sync_runs', 'item_id'],
      ['sync_pages', 'item_id'],
      ['item_directory', 'item_id'],
    ])
      expect(
        await queryDatabase(
          server,
          `select 1 from ${table} where user_id = $1 and ${column} = $2`,
          [user, ids[1]],
        ),
        table,
      ).toEqual([]);
    for (const table of ['transactions', 'balance_snapshots', 'daily_posted_totals'])
      expect(
        await queryDatabase(
          server,
          `select 1 from ${table} t where user_id = $1
           and not exists (select 1 from accounts a where a.user_id = t.user_id and a.id = t.account_id)`,
          [user],
        ),
        table,
      ).toEqual([]);
    expect(await listActivity(client, server)).toContain('institution_unlinked');
  });

  test('makes the duplicate accounts of a second item count', async () => {
    const client = await signUpPaid(server);
    const person = customPerson({ name: 'Checking', transactions: [{ amount: 10 }] });
    await client.linkBank(person);
    await client.linkBank(person);
    expect(
      (await client.request('GET /user/accounts')).accounts.map(({ duplicate }) => duplicate),
    ).toEqual([false, true]);
    const [first] = await listInstitutions(client);
    await client.request('DELETE /institution/:id', { params: { id: first?.id ?? '' } });
    await waitForUnlink(client, first?.id ?? '');
    const { accounts } = await client.request('GET /user/accounts');
    expect(accounts.map(({ duplicate }) => duplicate)).toEqual([false]);
    expect(await listAllTransactions(client)).toHaveLength(1);
    expect(await fetchSpentThisMonth(client)).toBe(10);
  });

  test('keeps the rows and stops syncing while the provider is unavailable, and finishes later', async () => {
    const { client, second, ids } = await linkTwoBanks();
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/remove',
      kind: 'http_500',
      times: 1_000,
    });
    await client.request('DELETE /institution/:id', { params: { id: ids[1] } });
    await eventually(
      () => server.logged.some(({ event, job }) => event === 'job_failed' && job === 'unlink-item'),
      'the revocation has failed',
    );
    const { token, accounts } = await client.request('GET /institution/:id', {
      params: { id: ids[1] },
    });
    expect([token.unlinking, token.state, token.error]).toEqual([true, 'removed', null]);
    expect(token.notice).toMatch(
      /is being unlinked\. We'll delete its accounts and transactions as soon as/,
    );
    expect(accounts).toHaveLength(1);
    expect(await fetchSpentThisMonth(client)).toBe(17);
    const { items } = await client.request('POST /user/plaid/sync_transactions');
    expect(items.find(({ item_id }) => item_id === second)?.state).toBe('removed');
    // A repeated request changes nothing.
    expect((await client.call('DELETE /institution/:id', { params: { id: ids[1] } })).status).toBe(
      204,
    );
    await server.sandbox.control('faults/clear', {});
    await waitForUnlink(client, ids[1]);
    expect(await stateAtProvider(second)).toBe('removed');
  });

  test('deletes the rows after three days without the provider, and logs an error', async () => {
    const { client, second, ids } = await linkTwoBanks();
    await server.sandbox.control('faults', {
      provider: 'plaid',
      route: '/item/remove',
      kind: 'http_500',
      times: 1_000,
    });
    await client.request('DELETE /institution/:id', { params: { id: ids[1] } });
    await queryDatabase(
      server,
      `update items set ${backdate('unlink_requested_at', '73 hours')} where id = $1`,
      [ids[1]],
    );
    await waitForUnlink(client, ids[1]);
    await server.sandbox.control('faults/clear', {});
    expect(server.logged.filter(({ event }) => event === 'revocation_abandoned')).toMatchObject([
      { provider: 'plaid', name: second, level: 'error' },
    ]);
  });
});

describe('GET /institution/:id and GET /institution/:id/history', () => {
  test('return the accounts, the state, and the results of the syncs', async () => {
    const { client, first, ids } = await linkTwoBanks();
    const { token, accounts } = await client.request('GET /institution/:id', {
      params: { id: ids[0] },
    });
    expect(token).toMatchObject({
      id: ids[0],
      item_id: first,
      state: 'ok',
      last_sync_pretty: 'Just now',
      error: null,
      unlinking: false,
      last_run: { added: expect.any(Number), error: null },
    });
    expect(accounts.map(({ name }) => name)).toEqual(['Checking']);
    const { syncs } = await client.request('GET /institution/:id/history', {
      params: { id: ids[0] },
    });
    expect(syncs.reduce((sum, { added }) => sum + added, 0)).toBe(2);
    expect(syncs[0]).toEqual(token.last_run);
  });
});

describe('POST /plaid/link/update', () => {
  test('returns an update-mode token, and the bank syncs again after update mode without a new public token', async () => {
    const { client, first } = await linkTwoBanks();
    await server.sandbox.control(`items/${first}/login_required`, {});
    await client.request('POST /user/plaid/sync_transactions');
    const broken = await client.waitForSyncs();
    expect(broken.items.find(({ item_id }) => item_id === first)).toMatchObject({
      state: 'login_required',
    });
    const { token } = await client.request('POST /plaid/link/update', { body: { item_id: first } });
    const session = await fetch(`${server.sandbox.url}/plaid/link/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link_token: token }),
    });
    expect(await session.json()).toMatchObject({ mode: 'update' });
    await server.sandbox.control(`items/${first}/repair`, {});
    await client.request('POST /user/plaid/sync_transactions');
    const { items } = await client.waitForSyncs();
    expect(items.find(({ item_id }) => item_id === first)).toMatchObject({
      state: 'ok',
      error: null,
    });
  });

  test('responds 422 for a revoked item and suggests linking it again', async () => {
    const { client, first, ids } = await linkTwoBanks();
    // A sync sets this state when it finds the access withdrawn, but a job soon deletes the rows. So it is set
    // directly.
    await queryDatabase(server, `update items set health = 'revoked' where id = $1`, [ids[0]]);
    const response = await client.call('POST /plaid/link/update', { body: { item_id: first } });
    expect(response.status).toBe(422);
    expect(response.problem.detail).toMatch(/Link it again instead\.$/);
  });
});
