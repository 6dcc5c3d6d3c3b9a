import type { CallResponse } from '@cairn/contract/calls';
import { people } from '@cairn/people/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkExchange } from '../../../../../tests/support/bank/exchange.ts';
import { customPerson } from '../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { referenceKind } from '../../../../../tests/support/reference/balance-kinds-reference.ts';
import type { BankRow } from '../../../../../tests/support/reference/transactions-reference.ts';
import { prove } from '../../../../../tests/support/requests/prove.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

type History = CallResponse<'GET /user/networth/history'>;
type Account = CallResponse<'GET /user/accounts'>['accounts'][number];

// Every range includes the end of a month and of a year.
const today = '2026-03-01';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(`${today}T10:30:00Z`) },
    sandboxEnvironment: { SANDBOX_TODAY: today },
  });
});
afterAll(() => server.stop());

const fetchHistory = (client: TestClient, range?: string, zone = 'UTC'): Promise<History> =>
  client.request('GET /user/networth/history', {
    ...(range === undefined ? {} : { query: { range } }),
    headers: { 'x-time-zone': zone },
  });

const cents = (amount: number) => Math.round(amount * 100);
const isDebtAccount = ({ type }: Account) => type === 'credit' || type === 'loan';

const groupKey = (isDebt: boolean, group: string) => `${isDebt ? 'debt' : 'asset'} ${group}`;

/** True if a point omits an account that the bank lists. */
const isOmitted = ({ balances, currency, duplicate, hidden }: Account) =>
  (balances.current ?? balances.available) === null || currency !== 'USD' || duplicate || hidden;

/**
 * Returns the kind of an account's balance on a day: seen, computed, or estimated. The account was first synced today.
 */
function balanceKindOn(account: Account, rows: BankRowWithPending[], day: string) {
  const postedDays = rows
    .filter(
      (row) =>
        row.account_id === account.account_id &&
        !row.pending &&
        row.iso_currency_code === account.currency,
    )
    .map(({ date }) => date);
  return referenceKind(
    { type: account.type, seenDays: [today], postedDays, hasCurrent: true },
    day,
    today,
  );
}

/** True if no transaction explains the account's changes. Its first seen balance is carried back unchanged. */
const isNeverExplained = ({ type }: Account) => type === 'investment' || type === 'brokerage';

/** The reference implementation: carries each current balance back row by row, if rows explain its changes. */
function referencePoint(
  accounts: Account[],
  rows: BankRowWithPending[],
  { day, groups }: { day: string; groups: History['groups'] },
) {
  let [assets, debts] = [0, 0];
  const sums = new Map<string, number>();
  for (const account of accounts) {
    const current = account.balances.current ?? account.balances.available;
    if (current === null || isOmitted(account)) continue;
    let balance = cents(current);
    for (const row of isNeverExplained(account) ? [] : rows) {
      if (row.account_id !== account.account_id || row.pending || row.date <= day) continue;
      if (row.iso_currency_code !== account.currency) continue;
      balance += isDebtAccount(account) ? -cents(row.amount) : cents(row.amount);
    }
    if (isDebtAccount(account)) debts += balance;
    else assets += balance;
    const key = groupKey(isDebtAccount(account), account.subtype ?? account.type);
    sums.set(key, (sums.get(key) ?? 0) + balance);
  }
  return {
    date: day,
    assets: assets / 100,
    debts: debts / 100,
    net: (assets - debts) / 100,
    groups: groups.map(({ group, is_debt }) => {
      const sum = (sums.get(groupKey(is_debt, group)) ?? Number.NaN) / 100;
      return sum + 0;
    }),
    estimated: accounts.some(
      (account) => !isOmitted(account) && balanceKindOn(account, rows, day) === 'estimated',
    ),
  };
}
type BankRowWithPending = BankRow & { pending: boolean };

/** Expects the groups of each side to add up to its total, to the cent. */
function expectGroupsToAddUp({ points, groups }: Pick<History, 'points' | 'groups'>): void {
  for (const { assets, debts, groups: sums } of points) {
    const side = (debt: boolean) =>
      sums.reduce(
        (sum, amount, index) => sum + (groups[index]?.is_debt === debt ? cents(amount) : 0),
        0,
      );
    expect([side(false), side(true)]).toEqual([cents(assets), cents(debts)]);
  }
}

const bankRows = (item: string) =>
  server.sandbox.control<BankRowWithPending[]>(`items/${item}/transactions`);

// Omits the heavy spender, whose rows are similar but so many that the reference would take half a minute.
const testedPeople = people
  .filter(({ username }) => username !== 'user_heavy')
  .map(({ username, password }) => ({ username, password }));

describe("GET /user/networth/history of the sandbox's built-in people", () => {
  test.each(testedPeople)(
    'matches the reference implementation for $username and ends with the totals of the accounts',
    async (person) => {
      const client = await signUpPaid(server);
      const item = await client.linkBank(person);
      const [rows, { accounts }] = await Promise.all([
        bankRows(item),
        client.request('GET /user/accounts'),
      ]);
      for (const range of ['3M', 'ALL']) {
        const {
          points,
          groups: historyGroups,
          accounts: series,
        } = await fetchHistory(client, range);
        const expected = points.map(({ date }) =>
          referencePoint(accounts, rows, { day: date, groups: historyGroups }),
        );
        expect(expected).toEqual(points);
        expectGroupsToAddUp({ points, groups: historyGroups });
        expect(points.at(-1)).toMatchObject({ date: today, estimated: false });
        const byId = new Map(accounts.map((account) => [account.account_id, account]));
        for (const { account_id, kinds, group } of series) {
          const account = byId.get(account_id);
          if (account === undefined) throw new Error(`No account ${account_id}`);
          expect(group).toBe(account.subtype ?? account.type);
          expect(kinds, account.name).toEqual(
            points.map(({ date }) => balanceKindOn(account, rows, date)),
          );
        }
        for (const [index, { assets, debts, net }] of points.entries()) {
          const sum = (debt: boolean) =>
            series
              .filter(({ is_debt }) => is_debt === debt)
              .reduce((total, { balances }) => total + cents(balances[index] ?? Number.NaN), 0);
          expect([sum(false), sum(true)]).toEqual([cents(assets), cents(debts)]);
          expect(cents(assets) - cents(debts)).toBe(cents(net));
        }
      }
      const grouped = await client.request('POST /user/accounts/grouped', { body: {} });
      const last = (await fetchHistory(client)).points.at(-1);
      const groups = Object.values(grouped.accounts);
      const totalOf = (debts: boolean) =>
        groups
          .filter(({ accounts: members }) => members.some(isDebtAccount) === debts)
          .reduce((sum, { total }) => sum + cents(total), 0);
      const totals = { assets: totalOf(false), debts: totalOf(true) };
      const { groups: historyGroups } = await fetchHistory(client);
      const sides = [false, true].flatMap((debt) =>
        Object.entries(grouped.accounts)
          .filter(([, { accounts: members }]) =>
            members.some((account) => isDebtAccount(account) === debt),
          )
          .map(([group, { total }]) => [groupKey(debt, group), total]),
      );
      expect(
        historyGroups.map(({ group, is_debt }, index) => [
          groupKey(is_debt, group),
          last?.groups[index],
        ]),
      ).toEqual(sides);
      expect({ assets: cents(last?.assets ?? 0), debts: cents(last?.debts ?? 0) }).toEqual(totals);
    },
  );
});

describe('GET /user/networth/history', () => {
  test("has every day of a range, ending on the client's today, with the same totals in any time zone", async () => {
    const client = await signUpPaid(server);
    await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const utc = await fetchHistory(client, '1M');
    expect(utc.points).toHaveLength(29);
    expect(utc.points[0]?.date).toBe('2026-02-01');
    const ahead = await fetchHistory(client, '1M', 'Pacific/Kiritimati');
    const behind = await fetchHistory(client, '1M', 'Pacific/Pago_Pago');
    expect(ahead.points.at(-1)?.date).toBe('2026-03-02');
    expect(behind.points.at(-1)?.date).toBe('2026-02-28');
    for (const other of [ahead, behind])
      expect({ ...other.points.at(-1), date: today }).toEqual({
        ...utc.points.at(-1),
        date: today,
      });
  });

  test('has the end of each month for the whole history', async () => {
    const client = await signUpPaid(server);
    await client.linkBank({ username: 'user_good', password: 'pass_good' });
    const days = (await fetchHistory(client, 'ALL')).points.map(({ date }) => date);
    expect(days.slice(-3)).toEqual(['2026-01-31', '2026-02-28', today]);
    expect(days.length).toBeGreaterThan(20);
    expect(days.length).toBeLessThan(28);
  });

  test('omits the accounts that totals omit, and counts them', async () => {
    const client = await signUpPaid(server);
    await client.linkBank(
      customPerson(
        { name: 'Checking' },
        { name: 'Second', starting_balance: 5 },
        { name: 'Euro', currency: 'EUR' },
        { name: 'Nothing', current: null, available: null },
        { name: 'Available', current: null, available: 40.25 },
      ),
    );
    const before = await fetchHistory(client);
    expect(before.points).toEqual([
      {
        date: today,
        assets: 1_045.25,
        debts: 0,
        net: 1_045.25,
        groups: [1_045.25],
        estimated: false,
      },
    ]);
    expect([before.currency, before.omitted_count, before.accounts.length]).toEqual(['USD', 2, 3]);
    const { accounts } = await client.request('GET /user/accounts');
    const id = accounts.find(({ name }) => name === 'Checking')?.account_id ?? '';
    await client.request('PATCH /user/accounts/:id', { params: { id }, body: { hidden: true } });
    const after = await fetchHistory(client);
    expect([after.points[0]?.net, after.omitted_count]).toEqual([45.25, 2]);
  });

  test('uses the balances that earlier syncs recorded', async () => {
    const client = await signUpPaid(server);
    await client.linkBank(customPerson({ name: 'Checking' }));
    await queryDatabase(
      server,
      `update balance_snapshots set day = day - 10, current_balance = 900
       where user_id = $1`,
      [(await client.request('GET /user/me')).id],
    );
    const { points } = await fetchHistory(client, '1M');
    expect(points[0]).toMatchObject({ date: '2026-02-19', net: 900 });
    expect(points.at(-2)).toMatchObject({ net: 900 });
    expect(points.at(-1)).toMatchObject({ date: today, net: 1_000 });
  });

  test('a point is estimated while the balance of any counted account is estimated', async () => {
    const client = await signUpPaid(server);
    await client.linkBank(
      customPerson(
        {
          name: 'Checking',
          transactions: [{ amount: 20, date_posted: '2026-02-22', date_transacted: '2026-02-22' }],
        },
        { name: 'Broker', type: 'investment', subtype: 'brokerage', starting_balance: 50 },
        { name: 'Loan', type: 'loan', subtype: 'student', starting_balance: 7 },
      ),
    );
    const { id } = await client.request('GET /user/me');
    const seen: [account: string, daysAgo: number][] = [
      ['Broker', 4],
      ['Broker', 3],
      ['Broker', 1],
      ['Loan', 2],
      ['Loan', 3],
    ];
    for (const [name, daysAgo] of seen)
      await queryDatabase(
        server,
        `insert into balance_snapshots (user_id, account_id, day, current_balance)
         select user_id, id, $3::date - $4::int, 1 from accounts where user_id = $1 and name = $2`,
        [id, name, today, daysAgo],
      );
    const { points, accounts } = await fetchHistory(client, '1M');
    expect(points.map(({ date }) => date.slice(5))).toEqual([
      '02-22',
      '02-23',
      '02-24',
      '02-25',
      '02-26',
      '02-27',
      '02-28',
      '03-01',
    ]);
    const marks = { seen: '#', computed: '=', estimated: '~' };
    const kindsOf = new Map(
      accounts.map(({ group, kinds }) => [group, kinds.map((kind) => marks[kind]).join('')]),
    );
    expect(Object.fromEntries(kindsOf)).toEqual({
      checking: '=======#',
      brokerage: '~~~##~##',
      student: '~~~~##~#',
    });
    expect(points.map(({ estimated }) => estimated)).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  test("an investment counts with its last seen balance, while the account's own history follows its transactions", async () => {
    const client = await signUpPaid(server);
    const contribution = (day: string, amount: number) => ({
      amount: -amount,
      date_posted: day,
      date_transacted: day,
    });
    await client.linkBank(
      customPerson({
        name: 'Broker',
        type: 'investment',
        subtype: 'brokerage',
        starting_balance: 80,
        transactions: [contribution('2026-02-22', 10), contribution('2026-02-26', 20)],
      }),
    );
    const { id } = await client.request('GET /user/me');
    await queryDatabase(
      server,
      `insert into balance_snapshots (user_id, account_id, day, current_balance)
       select user_id, id, '2026-02-24', 50 from accounts where user_id = $1`,
      [id],
    );
    const { points, accounts } = await fetchHistory(client, '1M');
    const balances = [50, 50, 50, 50, 50, 50, 50, 80];
    expect(accounts.map((account) => account.balances)).toEqual([balances]);
    expect(points.map(({ net }) => net)).toEqual(balances);
    const key = accounts[0]?.account_id ?? '';
    for (const [index, { date }] of points.entries()) {
      const period = { from: date, to: date };
      const proof = await prove(client, 'balances', { of: 'net_worth', period });
      expect(proof.sum, date).toBe(balances[index]);
      if (date === today) continue;
      const change = { of: 'net_worth_change', key, period: { from: date, to: today } };
      expect((await prove(client, 'changes', change)).sum, date).toBe(80 - (balances[index] ?? 0));
    }
    const own = await client.request('GET /user/account/history', { query: { account_id: key } });
    expect(own.data.map(({ balance }) => balance)).toEqual([50, 50, 50, 50, 70, 70, 70, 80]);
    expect(own.unexplained).toEqual([{ date: today, amount: 10 }]);
  });

  test("today's net worth is estimated once an investment has not been synced for two days", async () => {
    const client = await signUpPaid(server);
    await client.linkBank(
      customPerson({ name: 'Broker', type: 'investment', subtype: 'brokerage' }),
    );
    const { id } = await client.request('GET /user/me');
    const todayIsEstimated = async () =>
      (await fetchHistory(client, '1M')).points.at(-1)?.estimated;
    const ageSnapshotsByOneDay = () =>
      queryDatabase(server, 'update balance_snapshots set day = day - 1 where user_id = $1', [id]);
    await ageSnapshotsByOneDay();
    expect(await todayIsEstimated()).toBe(false);
    await ageSnapshotsByOneDay();
    expect(await todayIsEstimated()).toBe(true);
  });

  test('has no points without accounts, and rejects an unknown range', async () => {
    const client = await signUpPaid(server);
    expect(await fetchHistory(client)).toEqual({
      points: [],
      groups: [],
      currency: 'USD',
      accounts: [],
      crypto: null,
      omitted_count: 0,
    });
    const response = await client.call('GET /user/networth/history', { query: { range: '2W' } });
    expect([response.status, response.problem.detail]).toEqual([
      422,
      "Unknown range '2W'. Use one of 1M, 3M, 6M, 1Y, ALL.",
    ]);
  });
});

describe('crypto in the net worth', () => {
  /** Inserts crypto snapshots some days before today. */
  async function insertSnapshots(
    client: TestClient,
    snapshots: [daysAgo: number, exchange: string, value: number][],
  ) {
    const { id } = await client.request('GET /user/me');
    for (const [daysAgo, exchange, value] of snapshots)
      await queryDatabase(
        server,
        `insert into crypto_snapshots (user_id, exchange, day, value, cash)
         values ($1, $2, $3::date - $4::int, $5, 3)`,
        [id, exchange, today, daysAgo, value],
      );
  }

  const proofOf = (client: TestClient, of: 'assets' | 'debts' | 'net_worth') =>
    prove(client, 'balances', { of });

  test('is an asset on every day, from its snapshots, and is proved to the cent', async () => {
    const client = await signUpPaid(server);
    await client.linkBank(
      customPerson({ name: 'Checking' }, { name: 'Card', type: 'credit', subtype: 'credit card' }),
    );
    const before = await fetchHistory(client, '1M');
    await insertSnapshots(client, [
      [4, 'coinbase', 100.25],
      [2, 'coinbase', 99.75],
      [3, 'another', 0.01],
    ]);
    const { points, groups, accounts, crypto, omitted_count } = await fetchHistory(client, '1M');
    // Crypto is a group of its own, after the asset accounts.
    expect(groups.map(({ group }) => group)).toEqual(['checking', 'crypto', 'credit card']);
    expect(points.map((point) => point.groups[1])).toEqual([100.26, 100.26, 99.76, 99.76, 99.76]);
    expectGroupsToAddUp({ points, groups });
    const values = [100.26, 100.26, 99.76, 99.76, 99.76];
    expect(points).toHaveLength(5);
    expect(accounts.at(-1)).toEqual({
      account_id: 'crypto',
      is_debt: false,
      group: 'crypto',
      balances: values,
      kinds: ['estimated', 'estimated', 'estimated', 'estimated', 'estimated'],
    });
    expect([crypto, omitted_count]).toEqual([{ value: 99.76, currency: 'USD', counted: true }, 0]);
    for (const [index, { assets, debts, net }] of points.entries()) {
      const sum = (debt: boolean) =>
        accounts
          .filter(({ is_debt }) => is_debt === debt)
          .reduce((total, { balances }) => total + cents(balances[index] ?? Number.NaN), 0);
      expect([sum(false), sum(true)]).toEqual([cents(assets), cents(debts)]);
      expect(cents(assets) - cents(debts)).toBe(cents(net));
    }
    const [previous, latest] = [before.points.at(-1), points.at(-1)];
    expect(cents(latest?.assets ?? 0)).toBe(cents(previous?.assets ?? 0) + 99_76);
    for (const total of ['assets', 'debts', 'net_worth'] as const) {
      const proof = await proofOf(client, total);
      const number = latest?.[total === 'net_worth' ? 'net' : total] ?? 0;
      const sum = proof.accounts.reduce((all, { counted }) => all + cents(counted), 0);
      expect([proof.sum, sum], total).toEqual([number, cents(number)]);
      const exchanges = proof.accounts.filter(({ kind }) => kind === 'exchange');
      expect(exchanges.map(({ name, counted }) => [name, counted])).toEqual(
        total === 'debts'
          ? []
          : [
              ['another', 0.01],
              ['Coinbase', 99.75],
            ],
      );
    }
  });

  test('is the whole net worth of a user without banks, and equals the value on the crypto page', async () => {
    const client = await signUpPaid(server);
    const user = 'a user with only crypto';
    const holdings = [{ code: 'BTC', amount: '0.25' }];
    await server.sandbox.control('exchange/holdings', { user, holdings });
    await linkExchange(client, user);
    const value = (await client.request('GET /cb/history')).points.at(-1)?.value ?? 0;
    expect(value).toBeGreaterThan(0);
    const { points, crypto, currency } = await fetchHistory(client);
    expect(points).toEqual([
      { date: today, assets: value, debts: 0, net: value, groups: [value], estimated: false },
    ]);
    expect([crypto?.value, currency]).toEqual([value, 'USD']);
    expect(await proofOf(client, 'net_worth')).toMatchObject({
      sum: value,
      currency: 'USD',
      accounts: [{ kind: 'exchange', counted: value }],
      omitted_accounts: [],
    });
    await client.request('DELETE /cb');
    expect(await fetchHistory(client)).toMatchObject({ points: [], crypto: null });
    expect((await proofOf(client, 'assets')).accounts).toEqual([]);
  });

  test('is listed but not counted if totals are in another currency', async () => {
    const client = await signUpPaid(server);
    await client.linkBank(customPerson({ name: 'Euro', currency: 'EUR' }));
    const before = await fetchHistory(client);
    await insertSnapshots(client, [[0, 'coinbase', 12.5]]);
    const crypto = { value: 12.5, currency: 'USD', counted: false };
    expect(before.groups).toEqual([{ group: 'checking', is_debt: false }]);
    expect(await fetchHistory(client)).toEqual({ ...before, crypto });
    const proof = await proofOf(client, 'assets');
    expect(proof.accounts.map(({ kind }) => kind)).toEqual(['account']);
    expect(proof.omitted_accounts).toMatchObject([
      { reason: 'currency', account: { kind: 'exchange', name: 'Coinbase', balance: 12.5 } },
    ]);
  });
});
