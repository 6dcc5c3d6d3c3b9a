import type { ProofOf } from '@cairn/contract/proof';
import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  listActivity,
  queryDatabase,
} from '../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { type ProofRequest, prove } from '../../../../../tests/support/requests/prove.ts';
import { sendJson } from '../../../../../tests/support/requests/raw-request.ts';
import { readCsv } from '../../../../../tests/support/requests/read-csv.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

const today = '2026-03-19';

let server: TestServer;
/** A user with cards, loans, savings, investments, and two years of transactions. */
let household: TestClient;
/** A user with an account that had a balance of 900 ten days ago, no transactions, and crypto on three days. */
let sparse: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(`${today}T10:30:00Z`) },
    sandboxEnvironment: { SANDBOX_TODAY: today },
  });
  [household, sparse] = await Promise.all([signUpPaid(server), signUpPaid(server)]);
  await household.linkBank({ username: 'user_good', password: 'pass_good' });
  await sparse.linkBank(
    customPerson(
      { name: 'Checking' },
      { name: 'Spare', starting_balance: 5 },
      { name: 'Euro', currency: 'EUR', starting_balance: 7 },
    ),
  );
  const { id } = await sparse.request('GET /user/me');
  await queryDatabase(
    server,
    `update balance_snapshots s
     set day = s.day - 10, current_balance = 900
     from accounts a
     where a.id = s.account_id and a.name = 'Checking' and s.user_id = $1`,
    [id],
  );
  await queryDatabase(
    server,
    `insert into crypto_snapshots (user_id, exchange, day, value, cash)
     values ($1, 'coinbase', '2026-03-14', 100.25, 3),
       ($1, 'coinbase', '2026-03-17', 99.75, 3),
       ($1, 'another', '2026-03-16', 0.01, 0)`,
    [id],
  );
});
afterAll(() => server.stop());

const cents = (amount: number) => Math.round(amount * 100);
const singleDay = (date: string) => ({ from: date, to: date });
const historyOf = (user: TestClient, range: string) =>
  user.request('GET /user/networth/history', { query: { range } });
const sumCounted = (proof: ProofOf<'balances' | 'changes'>) =>
  proof.accounts.reduce((sum, { counted }) => sum + cents(counted), 0);

/** Picks evenly spaced elements, including both ends. */
const sample = <T>(list: readonly T[], count = 6): T[] =>
  Array.from(
    { length: count },
    (_, index) => list[Math.round((index * (list.length - 1)) / (count - 1))],
  ).filter((element) => element !== undefined);

const download = (user: TestClient, body: ProofRequest) =>
  sendJson(server, '/api/user/proof/export', JSON.stringify(body), user.token);

describe('POST /user/proof of a past day', () => {
  test('equals every number of the net worth history on that day, to the cent', async () => {
    for (const user of [household, sparse])
      for (const range of ['1M', 'ALL']) {
        const { points, groups } = await historyOf(user, range);
        for (const point of sample(points)) {
          const period = singleDay(point.date);
          const expected: [ProofRequest, number | undefined][] = [
            [{ of: 'net_worth', period }, point.net],
            [{ of: 'assets', period }, point.assets],
            [{ of: 'debts', period }, point.debts],
            ...groups.map(({ group, is_debt }, index): [ProofRequest, number | undefined] => [
              { of: is_debt ? 'debt_group' : 'asset_group', key: group, period },
              point.groups[index],
            ]),
          ];
          for (const [request, number] of expected) {
            const proof = await prove(user, 'balances', request);
            expect(proof.sum, JSON.stringify(request)).toBe(number);
            expect(sumCounted(proof)).toBe(cents(proof.sum));
            expect(proof.as_of).toBe(point.date === today ? null : point.date);
          }
        }
      }
  });

  test('states how each balance is known: recorded, carried forward, or carried back', async () => {
    const basisOn = async (date: string) => {
      const { accounts } = await prove(sparse, 'balances', {
        of: 'net_worth',
        period: singleDay(date),
      });
      return Object.fromEntries(
        accounts.map(({ name, counted, basis }) => [
          name,
          [counted, basis?.kind, basis?.day, basis?.balance_kind],
        ]),
      );
    };
    expect(await basisOn('2026-03-01')).toEqual({
      Checking: [900, 'carried_back', '2026-03-09', 'estimated'],
      Spare: [5, 'carried_back', today, 'estimated'],
      another: [0.01, 'carried_back', '2026-03-16', 'estimated'],
      Coinbase: [100.25, 'carried_back', '2026-03-14', 'estimated'],
    });
    expect(await basisOn('2026-03-16')).toEqual({
      Checking: [900, 'carried_forward', '2026-03-09', 'computed'],
      Spare: [5, 'carried_back', today, 'estimated'],
      another: [0.01, 'seen', '2026-03-16', 'seen'],
      Coinbase: [100.25, 'carried_forward', '2026-03-14', 'estimated'],
    });
    const proof = await prove(sparse, 'balances', {
      of: 'assets',
      period: singleDay('2026-03-16'),
    });
    expect(proof.omitted_accounts).toMatchObject([
      { reason: 'currency', account: { name: 'Euro', balance: 7 } },
    ]);
  });

  test('equals the proof of current balances if the day is today or in the future', async () => {
    const current = await prove(household, 'balances', { of: 'net_worth' });
    expect(current.accounts.every(({ basis }) => basis === null)).toBe(true);
    for (const date of [today, '2026-03-25'])
      expect(
        await prove(household, 'balances', { of: 'net_worth', period: singleDay(date) }),
      ).toEqual(current);
  });

  test('equals the sum of the known balances of the net worth history if only those are requested', async () => {
    for (const user of [household, sparse]) {
      const { points, accounts } = await historyOf(user, '1M');
      for (const { date } of sample(points)) {
        const index = points.findIndex((point) => point.date === date);
        const known = accounts.filter(({ kinds }) => kinds[index] !== 'estimated');
        const sumOf = (debts: boolean) =>
          known
            .filter(({ is_debt }) => is_debt === debts)
            .reduce((sum, { balances }) => sum + cents(balances[index] ?? Number.NaN), 0);
        const period = singleDay(date);
        for (const [of, expected] of [
          ['assets', sumOf(false)],
          ['debts', sumOf(true)],
          ['net_worth', sumOf(false) - sumOf(true)],
        ] as const) {
          const proof = await prove(user, 'balances', { of, period, known_only: true });
          expect([cents(proof.sum), sumCounted(proof)], `${of} ${date}`).toEqual([
            expected,
            expected,
          ]);
          expect(proof.accounts.every(({ basis }) => basis?.balance_kind !== 'estimated')).toBe(
            true,
          );
        }
      }
    }
    const proof = await prove(household, 'balances', {
      of: 'net_worth',
      period: singleDay('2026-01-31'),
      known_only: true,
    });
    const leftOut = proof.omitted_accounts.filter(({ reason }) => reason === 'estimated');
    expect(leftOut.map(({ account }) => account.group).toSorted()).toEqual([
      '401k',
      'brokerage',
      'mortgage',
    ]);
  });

  test('exports a file that adds up and states the day', async () => {
    const request = { of: 'net_worth', period: singleDay('2026-01-31') };
    const [header, ...lines] = readCsv((await download(household, request)).text);
    expect(header?.slice(-4)).toEqual(['as_of', 'basis', 'basis_day', 'balance_kind']);
    const { sum } = await prove(household, 'balances', request);
    expect(lines.reduce((all, line) => all + cents(Number(line[6])), 0)).toBe(cents(sum));
    for (const line of lines)
      expect(line.slice(-4, -1)).toEqual(['2026-01-31', 'carried_back', today]);
    expect(new Set(lines.map((line) => line.at(-1)))).toEqual(new Set(['computed', 'estimated']));
  });
});

describe('POST /user/proof of the change between two days', () => {
  test('equals the difference of the two points, in total and per account', async () => {
    for (const user of [household, sparse]) {
      const { points, accounts } = await historyOf(user, '3M');
      const ends = sample(points, 4);
      for (const [index, from] of ends.slice(0, -1).entries()) {
        const to = ends[index + 1] ?? from;
        const period = { from: from.date, to: to.date };
        const proof = await prove(user, 'changes', { of: 'net_worth_change', period });
        expect(cents(proof.sum)).toBe(cents(to.net) - cents(from.net));
        expect(sumCounted(proof)).toBe(cents(proof.sum));
        expect(proof.period).toEqual(period);
        const [start, end] = [points.indexOf(from), points.indexOf(to)];
        for (const { account_id, is_debt, balances } of accounts) {
          const growth = cents(balances[end] ?? 0) - cents(balances[start] ?? 0);
          const accountProof = await prove(user, 'changes', {
            of: 'net_worth_change',
            period,
            key: account_id,
          });
          expect(cents(accountProof.sum), account_id).toBe((is_debt ? -growth : growth) || 0);
        }
      }
    }
  });

  test('leaves out accounts with an estimated balance on either day if only known balances are requested', async () => {
    const { points, accounts } = await historyOf(sparse, '1M');
    const period = { from: '2026-03-09', to: '2026-03-17' };
    const [start, end] = [period.from, period.to].map((day) =>
      points.findIndex(({ date }) => date === day),
    );
    const known = accounts.filter(({ kinds }) =>
      [start, end].every((index) => kinds[index ?? -1] !== 'estimated'),
    );
    expect(known).toHaveLength(1);
    const proof = await prove(sparse, 'changes', {
      of: 'net_worth_change',
      period,
      known_only: true,
    });
    expect(proof).toMatchObject({ sum: 0, accounts: [] });
    expect(proof.omitted_accounts.map(({ name }) => name)).toEqual([
      'Spare',
      'another',
      'Coinbase',
    ]);
    const all = await prove(sparse, 'changes', { of: 'net_worth_change', period });
    expect(all.omitted_accounts).toEqual([]);
    expect(all.accounts).toMatchObject([
      {
        name: 'Coinbase',
        counted: -0.5,
        was_basis: { kind: 'carried_back', day: '2026-03-14', balance_kind: 'estimated' },
        basis: { kind: 'seen', day: '2026-03-17', balance_kind: 'seen' },
      },
      { name: 'Spare', counted: 0 },
      { name: 'another', counted: 0 },
    ]);
  });

  test('names every account with an estimated balance on either day, even if it did not change', async () => {
    for (const user of [household, sparse]) {
      const { points, accounts } = await historyOf(user, '1M');
      const nameById = new Map(
        (await user.request('GET /user/accounts')).accounts.map(({ account_id, name }) => [
          account_id,
          name,
        ]),
      );
      const ends = sample(points, 4);
      for (const [position, from] of ends.slice(0, -1).entries())
        for (const to of ends.slice(position + 1)) {
          const indexes = [points.indexOf(from), points.indexOf(to)];
          const estimated = accounts
            .filter(({ kinds }) => indexes.some((index) => kinds[index] === 'estimated'))
            .map(({ account_id }) => nameById.get(account_id) ?? account_id);
          const period = { from: from.date, to: to.date };
          const proof = await prove(user, 'changes', { of: 'net_worth_change', period });
          const named = proof.accounts
            .filter((account) =>
              [account.was_basis, account.basis].some(
                (basis) => basis?.balance_kind === 'estimated',
              ),
            )
            // All crypto is one account of the history.
            .map(({ kind, name }) => (kind === 'exchange' ? cryptoAccountId : name));
          expect(named.length).toBeGreaterThan(0);
          expect([...new Set(named)].toSorted(), `${period.from} ${period.to}`).toEqual(
            estimated.toSorted(),
          );
        }
    }
  });

  test('of one account lists the transactions that posted in between, also as a file', async () => {
    const { accounts } = await household.request('GET /user/accounts');
    const period = { from: '2026-02-10', to: '2026-03-10' };
    for (const { account_id: key, subtype } of accounts) {
      const request = { of: 'net_worth_change', period, key };
      const { sum, posted } = await prove(household, 'changes', request);
      const rows = [...(posted?.included ?? [])];
      for (let after = posted?.next ?? null; after !== null; ) {
        const page = await prove(household, 'changes', { ...request, list: 'included', after });
        rows.push(...(page.posted?.included ?? []));
        after = page.posted?.next ?? null;
      }
      expect(rows).toHaveLength(posted?.count ?? Number.NaN);
      const postedSum = rows.reduce((all, { amount }) => all - cents(amount), 0);
      expect(postedSum + cents(posted?.unexplained ?? Number.NaN), String(subtype)).toBe(
        cents(sum),
      );
      expect(posted?.unexplained).toBe(0);
      expect(rows.every(({ date }) => date > period.from && date <= period.to)).toBe(true);
      const lines = readCsv((await download(household, request)).text).slice(1);
      expect(lines.reduce((all, line) => all - cents(Number(line[5])), 0)).toBe(postedSum || 0);
      if (subtype === 'checking') expect(rows.length).toBeGreaterThan(10);
    }
  });

  test('reports the unexplained amount', async () => {
    const { accounts } = await sparse.request('GET /user/accounts');
    const account = accounts.find(({ name }) => name === 'Checking');
    const period = { from: '2026-03-10', to: today };
    const proof = await prove(sparse, 'changes', {
      of: 'net_worth_change',
      period,
      key: account?.account_id ?? '',
    });
    expect(proof.sum).toBe(100);
    expect(proof.posted).toEqual({ count: 0, included: [], next: null, unexplained: 100 });
    expect(proof.accounts).toMatchObject([{ name: 'Checking', was: 900, balance: 1_000 }]);
    const crypto = await prove(sparse, 'changes', {
      of: 'net_worth_change',
      period,
      key: cryptoAccountId,
    });
    expect([crypto.sum, crypto.posted]).toEqual([-0.5, null]);
    const lines = readCsv((await download(sparse, { of: 'net_worth_change', period })).text);
    expect(lines.map((line) => [line[1], ...line.slice(7)].join())).toEqual([
      'account,change,from_kind,to_kind',
      'Checking,100.00,computed,',
      // The last fetch is two days old.
      'Coinbase,-0.50,estimated,estimated',
      'Spare,0.00,estimated,',
      'another,0.00,estimated,estimated',
    ]);
  });

  test("returns 422 without two days, and is empty for another user's account", async () => {
    const period = { from: '2026-03-01', to: today };
    for (const request of [
      { of: 'net_worth_change' },
      { of: 'net_worth_change', period: singleDay(today) },
      { of: 'net_worth_change', period: { from: '2026-03-05', to: '2026-03-01' } },
    ])
      expect((await household.call('POST /user/proof', { body: request })).status).toBe(422);
    const [account] = (await household.request('GET /user/accounts')).accounts;
    const othersAccount = { of: 'net_worth_change', period, key: account?.account_id ?? '' };
    expect(await prove(sparse, 'changes', othersAccount)).toMatchObject({
      sum: 0,
      accounts: [],
      posted: null,
    });
    expect(readCsv((await download(sparse, othersAccount)).text).slice(1)).toEqual([]);
  });
});

describe('POST /user/proof of recurring payments', () => {
  test('lists every payment of the estimated remaining amount, and the omitted ones', async () => {
    const list = await household.request('POST /user/plaid/recurring_txs');
    const proof = await prove(household, 'streams', { of: 'estimated_remaining' });
    expect(proof.sum).toBe(list.estimated_remaining);
    expect(proof.sum).toBeGreaterThan(0);
    const sum = proof.streams.reduce((all, { amount }) => all + cents(amount), 0);
    expect(sum).toBe(cents(proof.sum));
    const listed = [...proof.streams, ...proof.omitted_streams.map(({ stream }) => stream)];
    expect(listed.map(({ stream_id, day }) => `${stream_id} ${day}`).toSorted()).toEqual(
      list.upcoming
        .map(({ stream_id, predicted_next_date }) => `${stream_id} ${predicted_next_date}`)
        .toSorted(),
    );
    expect(proof.omitted_streams.every(({ stream }) => stream.amount <= 0)).toBe(true);
    const { text, headers } = await download(household, { of: 'estimated_remaining' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="recurring.csv"');
    const lines = readCsv(text).slice(1);
    expect(lines).toHaveLength(listed.length);
    expect(lines.reduce((all, line) => all + cents(Number(line[6])), 0)).toBe(cents(proof.sum));
    expect(await listActivity(household, server)).toContain('recurring_exported');
  });

  test.each(['due_next_7_days', 'monthly_subscriptions'])(
    'the rows of %s add up to the number on the screen',
    async (of) => {
      const { due_soon, subscriptions } = await household.request('POST /user/plaid/recurring_txs');
      const shown = of === 'due_next_7_days' ? due_soon.total : subscriptions.monthly_total;
      const count = of === 'due_next_7_days' ? due_soon.count : subscriptions.count;
      const proof = await prove(household, 'streams', { of });
      expect(proof.sum).toBe(shown);
      expect(proof.streams).toHaveLength(count);
      expect(proof.streams.reduce((all, { counted }) => all + cents(counted), 0)).toBe(
        cents(shown),
      );
      if (of === 'monthly_subscriptions') expect(shown).toBeGreaterThan(0);
      const { text } = await download(household, { of });
      const lines = readCsv(text).slice(1);
      expect(lines).toHaveLength(proof.streams.length + proof.omitted_streams.length);
      expect(lines.reduce((all, line) => all + cents(Number(line[6])), 0)).toBe(cents(shown));
    },
  );

  test('is empty for a user without streams', async () => {
    const proof = await prove(sparse, 'streams', { of: 'estimated_remaining' });
    expect(proof).toMatchObject({ sum: 0, streams: [], omitted_streams: [] });
  });
});
