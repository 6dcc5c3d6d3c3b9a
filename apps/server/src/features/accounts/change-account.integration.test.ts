import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fetchSpentThisMonth,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import { workedExample } from '../../../../../tests/support/bank/worked-example.ts';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

const today = Temporal.PlainDate.from('2026-05-15');
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date('2026-05-15T12:00:00Z') },
    sandboxEnvironment: { SANDBOX_TODAY: today.toString() },
  });
  client = await signUpPaid(server);
  await client.linkBank(workedExample(today));
});
afterAll(() => server.stop());

async function findId(name: string): Promise<string> {
  const { accounts } = await client.request('GET /user/accounts');
  return accounts.find((account) => account.name === name)?.account_id ?? '';
}
const change = (id: string, body: { name?: string | null; hidden?: boolean }) =>
  client.call('PATCH /user/accounts/:id', { params: { id }, body });

describe('PATCH /user/accounts/:id', () => {
  test("renames an account everywhere, and restores the bank's name", async () => {
    const id = await findId('Rainy Day');
    expect((await change(id, { name: '  Holidays ' })).body).toMatchObject({
      name: 'Holidays',
      provider_name: 'Rainy Day',
    });
    const rows = await listAllTransactions(client);
    expect(rows.find(({ account_id }) => account_id === id)?.plaid_account.name).toBe('Holidays');
    // A sync updates the bank's name and keeps the user's.
    await client.request('POST /user/plaid/sync_transactions');
    await client.waitForSyncs();
    expect(await findId('Holidays')).toBe(id);
    expect((await change(id, { name: null })).body).toMatchObject({
      name: 'Rainy Day',
      provider_name: null,
    });
  });

  test('records only actual changes, and keeps them until the account is deleted', async () => {
    const user = await signUpPaid(server);
    await user.linkBank(workedExample(today));
    const { accounts } = await user.request('GET /user/accounts');
    const id = accounts.find(({ name }) => name === 'Rainy Day')?.account_id ?? '';
    const decide = (body: { name?: string | null; hidden?: boolean }) =>
      user.request('PATCH /user/accounts/:id', { params: { id }, body });
    await decide({ name: 'Holidays' });
    await decide({ name: 'Holidays', hidden: false });
    await decide({ hidden: true });
    await decide({ name: null, hidden: false });
    const [linked] = (await user.request('GET /institutions')).link_tokens;
    const { decisions } = await user.request('GET /institution/:id/history', {
      params: { id: linked?.id ?? '' },
    });
    expect(decisions.map(({ event, before, after }) => [event, before, after])).toEqual([
      ['name_restored', 'Holidays', 'Rainy Day'],
      ['shown', null, null],
      ['hidden', null, null],
      ['renamed', 'Rainy Day', 'Holidays'],
    ]);
    expect(decisions[0]).toMatchObject({ account_id: id, name: 'Rainy Day' });
    const { id: userId } = await user.request('GET /user/me');
    for (const statement of [
      `update account_events set after = 'x' where user_id = $1`,
      'delete from account_events where user_id = $1',
    ])
      await expect(queryDatabase(server, statement, [userId]), statement).rejects.toThrow(
        /append-only rows are/,
      );
    await queryDatabase(server, 'delete from accounts where user_id = $1', [userId]);
    expect(
      await queryDatabase(server, 'select 1 from account_events where user_id = $1', [userId]),
    ).toEqual([]);
  });

  test('rejects a name that is empty or too long, with an explanation', async () => {
    const id = await findId('Rainy Day');
    const empty = await change(id, { name: '   ' });
    expect([empty.status, empty.problem.detail]).toEqual([422, 'Please enter a name.']);
    expect((await change(id, { name: 'x'.repeat(81) })).status).toBe(422);
    expect(await findId('Rainy Day')).toBe(id);
  });

  test('hiding an account omits it from totals, excludes its transactions, and unpairs its transfers', async () => {
    const id = await findId('Rainy Day');
    expect(await fetchSpentThisMonth(client)).toBe(1_710.6);
    const countPairs = async () =>
      (await listAllTransactions(client)).filter(({ excluded }) => excluded === 'transfer').length;
    expect(await countPairs()).toBe(2);

    expect((await change(id, { hidden: true })).body.hidden).toBe(true);
    const rows = await listAllTransactions(client);
    expect(
      rows.filter(({ account_id }) => account_id === id).map(({ excluded }) => excluded),
    ).toEqual(['account']);
    // The unpaired transfer in the other account counts as spending.
    expect(await countPairs()).toBe(0);
    expect(await fetchSpentThisMonth(client)).toBe(1_960.6);
    const { accounts } = await client.request('POST /user/accounts/grouped', { body: {} });
    expect(Object.keys(accounts)).toEqual(['checking', 'credit card']);
    const netWorth = await client.request('GET /user/networth/history');
    expect(netWorth.points.at(-1)).toMatchObject({ assets: 3_200, debts: 175.6 });

    expect((await change(id, { hidden: false })).body.hidden).toBe(false);
    expect(await countPairs()).toBe(2);
    expect(await fetchSpentThisMonth(client)).toBe(1_710.6);
    // Repeating the change has no effect.
    expect((await change(id, { hidden: false })).status).toBe(200);
    expect(await countPairs()).toBe(2);
  });
});
