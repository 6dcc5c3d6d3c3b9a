import type { CallKey, CallReply } from '@cairn/contract/calls';
import { centsText, totalInCents } from '@cairn/contract/crypto-value';
import { expect } from 'vitest';
import type { TestClient } from './test-client.ts';

/** A row of a list of transactions. */
export type Row = CallReply<'POST /user/transactions/v2'>['transactions'][number];

type Look = (client: TestClient, today: string) => Promise<void>;

const demo = true;
const groups = [
  'checking',
  'credit card',
  'savings',
  'money market',
  'mortgage',
  'ira',
  'brokerage',
  '401k',
];
const banks = 4;

/** The day of a row. */
const dayOf = (row: Row): string => row.authorized_date ?? row.date;

/** Every row of the last 60 days, newest first. */
export async function allRows(client: TestClient): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    const page: CallReply<'POST /user/transactions/v2'> = await client.reply(
      'POST /user/transactions/v2',
      { demo, body: { date_range: 'last_60_days', ...(after !== null && { after }) } },
    );
    rows.push(...page.transactions);
    after = page.next;
  } while (after !== null);
  return rows;
}

function expectNoneOfTomorrow(rows: Row[], today: string): void {
  for (const row of rows) {
    expect(dayOf(row) <= today, `${row.name} on ${dayOf(row)}`).toBe(true);
    expect(row.date <= today, `${row.name} posted on ${row.date}`).toBe(true);
  }
}

/**
 * What each call of the demo must show on any day. A call that is new in demo mode has to say here what
 * somebody who looks around should find behind it.
 */
export const aliveOn: Partial<Record<CallKey, Look>> = {
  'GET /user/transactions/recent': async (client, today) => {
    const { transactions, meta } = await client.reply('GET /user/transactions/recent', { demo });
    expect(transactions).toHaveLength(10);
    expect(transactions.some(({ pending }) => pending)).toBe(true);
    expect(transactions.some(({ pending }) => !pending)).toBe(true);
    expect(transactions.filter((row) => dayOf(row) === today)).not.toEqual([]);
    expectNoneOfTomorrow(transactions, today);
    expect(meta.number).toBeGreaterThan(0);
  },
  'POST /user/transactions/v2': async (client, today) => {
    const rows = await allRows(client);
    expect(rows.length).toBeGreaterThan(150);
    expectNoneOfTomorrow(rows, today);
    const month = Temporal.PlainDate.from(today).subtract({ months: 1 }).toString();
    const lastMonth = rows.filter((row) => dayOf(row) > month && row.excluded === null);
    const spent = lastMonth.filter((row) => !/^(income|transfer_in)_/.test(row.effective_category));
    const categories = new Set(spent.map((row) => row.effective_category));
    expect(categories.size).toBeGreaterThanOrEqual(12);
    // Transfers, card payments and cash are there and count nowhere.
    const left = new Set(rows.map(({ excluded }) => excluded));
    expect(left).toEqual(new Set([null, 'category', 'transfer']));
    const pages = await client.reply('POST /user/transactions/v2', { demo, body: {} });
    expect(pages.num_pages).toBeGreaterThan(50);
  },
  'POST /user/transactions/account': async (client, today) => {
    const { accounts } = await client.reply('GET /user/accounts', { demo });
    // A lender lists no rows, and what is invested has few.
    for (const { account_id, type } of accounts.filter(({ type }) => type !== 'loan')) {
      const { transactions } = await client.reply('POST /user/transactions/account', {
        demo,
        body: { account_id },
      });
      if (type !== 'investment') expect(transactions, account_id).not.toEqual([]);
      expectNoneOfTomorrow(transactions, today);
    }
  },
  'POST /user/transactions/summary': async (client) => {
    const body = { date_range: 'last_30_days' };
    const sums = await client.reply('POST /user/transactions/summary', { demo, body });
    expect(sums.count).toBeGreaterThan(60);
    expect(sums.sum_out).toBeGreaterThan(4_000);
    expect(sums.sum_in).toBeGreaterThan(4_000);
    expect(sums.not_counted).toBeLessThan(sums.count / 4);
  },
  'POST /user/transactions/monthly': async (client) => {
    const body = { category: ['food_and_drink_groceries'] };
    const { results } = await client.reply('POST /user/transactions/monthly', { demo, body });
    for (const { month, spent } of results.slice(0, -1)) expect(spent, month).toBeGreaterThan(200);
  },
  'POST /user/transactions/export': async (client) => {
    const url = `${client.server.url}/api/demo/user/transactions/export`;
    const headers = {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
    };
    const file = await (await fetch(url, { method: 'POST', headers, body: '{}' })).text();
    expect(file.split('\r\n').length).toBeGreaterThan(2_000);
  },
  'GET /user/transaction/history': async (client, today) => {
    const [row] = (await allRows(client)).filter(
      ({ effective_category }) => effective_category === 'food_and_drink_groceries',
    );
    const history = await client.reply('GET /user/transaction/history', {
      demo,
      query: { tx_id: row?.id ?? '' },
    });
    expect(history.transactions.length).toBeGreaterThan(20);
    expect(Object.keys(history.monthly_totals).at(-1)).toBe(today.slice(0, 7));
    expectNoneOfTomorrow(history.transactions, today);
  },
  'GET /user/currentspending': async (client, today) => {
    const { res, not_counted } = await client.reply('GET /user/currentspending', { demo });
    const day = Number(today.slice(8));
    expect(res.find((row) => row.day === day)?.currentMonthSum).toBeGreaterThan(0);
    expect(res.filter((row) => row.day > day && row.currentMonthSum !== null)).toEqual([]);
    expect(res.at(-1)?.previousMonthSum).toBeGreaterThan(4_000);
    expect(not_counted).toBe(0);
  },
  'GET /user/cashflow': async (client) => {
    const { results, not_counted } = await client.reply('GET /user/cashflow', { demo });
    expect(results).toHaveLength(12);
    for (const { month, spent, income } of results) {
      expect(spent, month).toBeGreaterThan(0);
      expect(income, month).toBeGreaterThan(0);
    }
    const whole = results.slice(0, -1);
    for (const { month, spent, income } of whole) {
      expect(spent, month).toBeGreaterThan(4_500);
      expect(spent, month).toBeLessThan(10_500);
      expect(income, month).toBeGreaterThan(8_500);
    }
    const saved = whole.reduce((sum, { spent, income }) => sum + income - spent, 0);
    const earned = whole.reduce((sum, { income }) => sum + income, 0);
    expect(saved / earned).toBeGreaterThan(0.1);
    expect(not_counted).toBe(0);
  },
  'POST /user/accounts/grouped': async (client) => {
    const reply = await client.reply('POST /user/accounts/grouped', { demo, body: {} });
    expect(Object.keys(reply.accounts)).toEqual([...groups, 'auto', 'student']);
    for (const [name, group] of Object.entries(reply.accounts)) {
      expect(group.total, name).toBeGreaterThan(0);
      expect(group.not_counted, name).toBe(0);
    }
    expect(reply.link_details).toHaveLength(banks);
    expect(reply.msg).toBe('');
  },
  'GET /user/accounts': async (client) => {
    const { accounts } = await client.reply('GET /user/accounts', { demo });
    expect(accounts).toHaveLength(11);
    for (const { name, balances, duplicate, hidden } of accounts) {
      expect(balances.current, name).toBeGreaterThan(0);
      expect([duplicate, hidden], name).toEqual([false, false]);
    }
  },
  'GET /institutions': async (client) => {
    const { link_tokens, cb_token } = await client.reply('GET /institutions', { demo });
    expect(cb_token).toBe(true);
    expect(link_tokens).toHaveLength(banks);
  },
  'GET /cb': async (client) => {
    const { exchange, state } = await client.reply('GET /cb', { demo });
    expect([exchange, state]).toEqual(['Coinbase', 'ok']);
  },
  'GET /cb/portfolio': async (client) => {
    const { portfolio, cash, prices, as_of, stale } = await client.reply('GET /cb/portfolio', {
      demo,
    });
    expect([portfolio.length, cash.length, stale]).toEqual([7, 1, undefined]);
    expect(Date.now() - Date.parse(as_of)).toBeLessThan(60_000);
    expect(Number(centsText(totalInCents(portfolio, prices)))).toBeGreaterThan(5_000);
    // Dust, and something without a price, are there to be looked at too.
    expect(portfolio.filter(({ currency }) => prices[currency.code] === undefined)).toHaveLength(1);
  },
  'GET /cb/history': async (client, today) => {
    const { points } = await client.reply('GET /cb/history', { demo });
    expect(points).toHaveLength(730);
    expect(points.at(-1)?.date).toBe(today);
    for (const { value, date } of points) expect(value, date).toBeGreaterThan(500);
    const { portfolio, prices } = await client.reply('GET /cb/portfolio', { demo });
    expect(points.at(-1)?.value).toBe(Number(centsText(totalInCents(portfolio, prices))));
  },
  'GET /plaid/link/items': async (client) => {
    const { details } = await client.reply('GET /plaid/link/items', { demo });
    expect(details.map(({ state }) => state)).toEqual(Array.from({ length: banks }, () => 'ok'));
  },
  'GET /user/sync': async (client) => {
    const { state, items } = await client.reply('GET /user/sync', { demo });
    expect(state).toBe('idle');
    expect(items).toHaveLength(banks);
    for (const item of items) expect([item.state, item.error]).toEqual(['ok', null]);
  },
};
