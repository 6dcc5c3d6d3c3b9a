import type { CallBody, CallReply } from '@cairn/contract/calls';
import { cryptoHolding } from '@cairn/contract/crypto-value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customPerson } from '../../../../../tests/support/bank-rows.ts';
import { sendJson } from '../../../../../tests/support/raw-request.ts';
import { readCsv } from '../../../../../tests/support/read-csv.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { activityOf, askDatabase } from '../../../../../tests/support/user-rows.ts';

const today = '2026-03-19';
type Wish = CallBody<'POST /user/proof'>;
type Proof = CallReply<'POST /user/proof'>;

let server: TestServer;
/** Has cards, loans, savings and investments, and two years of rows. */
let household: TestClient;
/** Has an account that a sync saw at 900 ten days ago, without any row, and coins of three days. */
let sparse: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(`${today}T10:30:00Z`) },
    sandboxEnvironment: { SANDBOX_TODAY: today },
  });
  [household, sparse] = await Promise.all([signUpPaid(server), signUpPaid(server)]);
  await household.link({ username: 'user_good', password: 'pass_good' });
  await sparse.link(
    customPerson(
      { name: 'Checking' },
      { name: 'Spare', starting_balance: 5 },
      { name: 'Konto', currency: 'EUR', starting_balance: 7 },
    ),
  );
  const { id } = await sparse.reply('GET /user/me');
  await askDatabase(
    server,
    `update balance_snapshots s
     set day = s.day - 10, current_balance = 900
     from accounts a
     where a.id = s.account_id and a.name = 'Checking' and s.user_id = $1`,
    [id],
  );
  await askDatabase(
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
const dayOf = (date: string) => ({ from: date, to: date });
const prove = (as: TestClient, body: Wish) => as.reply('POST /user/proof', { body });
const historyOf = (as: TestClient, range: string) =>
  as.reply('GET /user/networth/history', { query: { range } });
const countedOf = (proof: Proof) =>
  proof.accounts.reduce((sum, { counted }) => sum + cents(counted), 0);

/** A few of many, both ends among them. */
const some = <T>(list: readonly T[], count = 6): T[] =>
  Array.from(
    { length: count },
    (_, index) => list[Math.round((index * (list.length - 1)) / (count - 1))],
  ).filter((one) => one !== undefined);

const download = (as: TestClient, body: Wish) =>
  sendJson(server, '/api/user/proof/export', JSON.stringify(body), as.token);

describe('POST /user/proof of a past day', () => {
  test('is every number of every kind that the history has of that day, to the cent', async () => {
    for (const as of [household, sparse])
      for (const range of ['1M', 'ALL']) {
        const { points, groups } = await historyOf(as, range);
        for (const point of some(points)) {
          const period = dayOf(point.date);
          const told: [Wish, number | undefined][] = [
            [{ of: 'net_worth', period }, point.net],
            [{ of: 'assets', period }, point.assets],
            [{ of: 'debts', period }, point.debts],
            ...groups.map(({ group, is_debt }, index): [Wish, number | undefined] => [
              { of: is_debt ? 'debt_group' : 'asset_group', key: group, period },
              point.groups[index],
            ]),
          ];
          for (const [wish, number] of told) {
            const proof = await prove(as, wish);
            expect(proof.sum, JSON.stringify(wish)).toBe(number);
            expect(countedOf(proof)).toBe(cents(proof.sum));
            expect(proof.as_of).toBe(point.date === today ? null : point.date);
            expect(proof.made_of).toBe('balances');
          }
        }
      }
  });

  test('says how each balance is known: seen, moved on from one, or walked back', async () => {
    const basisOn = async (date: string) => {
      const { accounts } = await prove(sparse, { of: 'net_worth', period: dayOf(date) });
      return Object.fromEntries(
        accounts.map(({ name, counted, basis }) => [name, [counted, basis?.kind, basis?.day]]),
      );
    };
    expect(await basisOn('2026-03-01')).toEqual({
      Checking: [900, 'walked_back', '2026-03-09'],
      Spare: [5, 'walked_back', today],
      another: [0.01, 'walked_back', '2026-03-16'],
      Coinbase: [100.25, 'walked_back', '2026-03-14'],
    });
    expect(await basisOn('2026-03-16')).toEqual({
      Checking: [900, 'moved', '2026-03-09'],
      Spare: [5, 'walked_back', today],
      another: [0.01, 'seen', '2026-03-16'],
      Coinbase: [100.25, 'moved', '2026-03-14'],
    });
    const left = await prove(sparse, { of: 'assets', period: dayOf('2026-03-16') });
    expect(left.accounts_left_out).toMatchObject([
      { reason: 'currency', account: { name: 'Konto', balance: 7 } },
    ]);
  });

  test('today and later are now, as without any day', async () => {
    const now = await prove(household, { of: 'net_worth' });
    expect(now.accounts.every(({ basis }) => basis === null)).toBe(true);
    for (const date of [today, '2026-03-25'])
      expect(await prove(household, { of: 'net_worth', period: dayOf(date) })).toEqual(now);
  });

  test('comes as a file that adds up and says of which day it is', async () => {
    const wish = { of: 'net_worth', period: dayOf('2026-01-31') };
    const [header, ...lines] = readCsv((await download(household, wish)).text);
    expect(header?.slice(-3)).toEqual(['as_of', 'known_by', 'known_on']);
    const { sum } = await prove(household, wish);
    expect(lines.reduce((all, line) => all + cents(Number(line[6])), 0)).toBe(cents(sum));
    for (const line of lines) expect(line.slice(-3)).toEqual(['2026-01-31', 'walked_back', today]);
  });
});

describe('POST /user/proof of what changed between two days', () => {
  test('is the difference of the two points, account by account', async () => {
    for (const as of [household, sparse]) {
      const { points, accounts } = await historyOf(as, '3M');
      const ends = some(points, 4);
      for (const [index, from] of ends.slice(0, -1).entries()) {
        const to = ends[index + 1] ?? from;
        const period = { from: from.date, to: to.date };
        const proof = await prove(as, { of: 'worth_change', period });
        expect(cents(proof.sum)).toBe(cents(to.net) - cents(from.net));
        expect(countedOf(proof)).toBe(cents(proof.sum));
        expect(proof.period).toEqual(period);
        const [start, end] = [points.indexOf(from), points.indexOf(to)];
        for (const { account_id, is_debt, balances } of accounts) {
          const grown = cents(balances[end] ?? 0) - cents(balances[start] ?? 0);
          const own = await prove(as, { of: 'worth_change', period, key: account_id });
          expect(cents(own.sum), account_id).toBe((is_debt ? -grown : grown) || 0);
        }
      }
    }
  });

  test('of one account has the transactions that posted in between, also as a file', async () => {
    const { accounts } = await household.reply('GET /user/accounts');
    const period = { from: '2026-02-10', to: '2026-03-10' };
    for (const { account_id: key, subtype } of accounts) {
      const wish = { of: 'worth_change', period, key };
      const proof = await prove(household, wish);
      const rows = [...proof.included];
      for (let after = proof.next.included; after !== null; ) {
        const page = await prove(household, { ...wish, list: 'included', after });
        rows.push(...page.included);
        after = page.next.included;
      }
      expect(rows).toHaveLength(proof.counts.included);
      const moved = rows.reduce((sum, { amount }) => sum - cents(amount), 0);
      expect(moved + cents(proof.unexplained ?? Number.NaN), String(subtype)).toBe(
        cents(proof.sum),
      );
      expect(proof.unexplained).toBe(0);
      expect(rows.every(({ date }) => date > period.from && date <= period.to)).toBe(true);
      const lines = readCsv((await download(household, wish)).text).slice(1);
      expect(lines.reduce((sum, line) => sum - cents(Number(line[5])), 0)).toBe(moved || 0);
      if (subtype === 'checking') expect(rows.length).toBeGreaterThan(10);
    }
  });

  test('says what no transaction explains', async () => {
    const { accounts } = await sparse.reply('GET /user/accounts');
    const account = accounts.find(({ name }) => name === 'Checking');
    const period = { from: '2026-03-10', to: today };
    const proof = await prove(sparse, {
      of: 'worth_change',
      period,
      key: account?.account_id ?? '',
    });
    expect(proof).toMatchObject({ sum: 100, unexplained: 100, counts: { included: 0 } });
    expect(proof.accounts).toMatchObject([{ name: 'Checking', was: 900, balance: 1_000 }]);
    const coins = await prove(sparse, { of: 'worth_change', period, key: cryptoHolding });
    expect([coins.sum, coins.unexplained]).toEqual([-0.5, null]);
    const all = readCsv((await download(sparse, { of: 'worth_change', period })).text);
    expect(all.map((line) => [line[1], line[7]].join())).toEqual([
      'account,change',
      'Checking,100.00',
      'Coinbase,-0.50',
    ]);
  });

  test("needs two days and an account of one's own", async () => {
    const period = { from: '2026-03-01', to: today };
    for (const wish of [
      { of: 'worth_change' },
      { of: 'worth_change', period: dayOf(today) },
      { of: 'worth_change', period: { from: '2026-03-05', to: '2026-03-01' } },
    ])
      expect((await household.call('POST /user/proof', { body: wish })).status).toBe(422);
    const [account] = (await household.reply('GET /user/accounts')).accounts;
    const other = { of: 'worth_change', period, key: account?.account_id ?? '' };
    expect(await prove(sparse, other)).toMatchObject({ sum: 0, accounts: [], included: [] });
    expect(readCsv((await download(sparse, other)).text).slice(1)).toEqual([]);
  });
});

describe('POST /user/proof of what remains to be paid', () => {
  test('has every payment that is due until the end of the month, and what is left out', async () => {
    const list = await household.reply('POST /user/plaid/recurring_txs');
    const proof = await prove(household, { of: 'estimated_remaining' });
    expect(proof.sum).toBe(list.estimated_remaining);
    expect(proof.sum).toBeGreaterThan(0);
    const sum = proof.streams.reduce((all, { amount }) => all + cents(amount), 0);
    expect(sum).toBe(cents(proof.sum));
    const told = [...proof.streams, ...proof.streams_left_out.map(({ stream }) => stream)];
    expect(told.map(({ stream_id, day }) => `${stream_id} ${day}`).toSorted()).toEqual(
      list.upcoming
        .map(({ stream_id, predicted_next_date }) => `${stream_id} ${predicted_next_date}`)
        .toSorted(),
    );
    expect(proof.streams_left_out.every(({ stream }) => stream.amount <= 0)).toBe(true);
    const { text, headers } = await download(household, { of: 'estimated_remaining' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="recurring.csv"');
    const lines = readCsv(text).slice(1);
    expect(lines).toHaveLength(told.length);
    expect(lines.reduce((all, line) => all + cents(Number(line[6])), 0)).toBe(cents(proof.sum));
    expect(await activityOf(household, server)).toContain('recurring_exported');
  });

  test('is nothing where nothing repeats', async () => {
    const proof = await prove(sparse, { of: 'estimated_remaining' });
    expect(proof).toMatchObject({ sum: 0, streams: [], streams_left_out: [] });
  });
});
