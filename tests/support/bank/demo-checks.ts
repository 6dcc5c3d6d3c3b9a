import type { CallKey, CallResponse } from '@cairn/contract/calls';
import { formatCents, totalInCents } from '@cairn/contract/rules/crypto-value';
import { expect } from 'vitest';
import { prove } from '../requests/prove.ts';
import type { TestClient } from '../requests/test-client.ts';

/** A listed transaction. */
export type DemoTransaction = CallResponse<'POST /user/transactions/v2'>['transactions'][number];

type Check = (client: TestClient, today: string) => Promise<void>;

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
const bankCount = 4;

/** The day that a transaction counts on. */
const dayOf = (row: DemoTransaction): string => row.authorized_date ?? row.date;

/** Lists all transactions of the last 60 days, newest first. */
export async function listDemoTransactions(client: TestClient): Promise<DemoTransaction[]> {
  const rows: DemoTransaction[] = [];
  let after: string | null = null;
  do {
    const page: CallResponse<'POST /user/transactions/v2'> = await client.request(
      'POST /user/transactions/v2',
      { demo, body: { date_range: 'last_60_days', ...(after !== null && { after }) } },
    );
    rows.push(...page.transactions);
    after = page.next;
  } while (after !== null);
  return rows;
}

function expectNoFutureDates(rows: DemoTransaction[], today: string): void {
  for (const row of rows) {
    expect(dayOf(row) <= today, `${row.name} on ${dayOf(row)}`).toBe(true);
    expect(row.date <= today, `${row.name} posted on ${row.date}`).toBe(true);
  }
}

/**
 * Checks that each demo call has interesting data on any day. Every call in demo mode needs an entry, so
 * that visitors never see an empty screen.
 */
export const demoChecks: Partial<Record<CallKey, Check>> = {
  'GET /user/transactions/recent': async (client, today) => {
    const { transactions, meta } = await client.request('GET /user/transactions/recent', { demo });
    expect(transactions).toHaveLength(10);
    expect(transactions.some(({ pending }) => pending)).toBe(true);
    expect(transactions.some(({ pending }) => !pending)).toBe(true);
    expect(transactions.filter((row) => dayOf(row) === today)).not.toEqual([]);
    expectNoFutureDates(transactions, today);
    expect(meta.number).toBeGreaterThan(0);
  },
  'POST /user/transactions/v2': async (client, today) => {
    const rows = await listDemoTransactions(client);
    expect(rows.length).toBeGreaterThan(150);
    expectNoFutureDates(rows, today);
    const month = Temporal.PlainDate.from(today).subtract({ months: 1 }).toString();
    const lastMonth = rows.filter((row) => dayOf(row) > month && row.excluded === null);
    const spent = lastMonth.filter((row) => !/^(income|transfer_in)_/.test(row.effective_category));
    const categories = new Set(spent.map((row) => row.effective_category));
    expect(categories.size).toBeGreaterThanOrEqual(12);
    // Excluded rows exist: transfers, card payments, and cash.
    const exclusions = new Set(rows.map(({ excluded }) => excluded));
    expect(exclusions).toEqual(new Set([null, 'category', 'transfer']));
    const pages = await client.request('POST /user/transactions/v2', { demo, body: {} });
    expect(pages.num_pages).toBeGreaterThan(50);
  },
  'POST /user/transactions/account': async (client, today) => {
    const { accounts } = await client.request('GET /user/accounts', { demo });
    // Loan accounts have no transactions, and investment accounts have few.
    for (const { account_id, type } of accounts.filter(({ type }) => type !== 'loan')) {
      const { transactions } = await client.request('POST /user/transactions/account', {
        demo,
        body: { account_id },
      });
      if (type !== 'investment') expect(transactions, account_id).not.toEqual([]);
      expectNoFutureDates(transactions, today);
    }
  },
  'POST /user/transactions/summary': async (client) => {
    const body = { date_range: 'last_30_days' };
    const sums = await client.request('POST /user/transactions/summary', { demo, body });
    expect(sums.count).toBeGreaterThan(60);
    expect(sums.sum_out).toBeGreaterThan(4_000);
    expect(sums.sum_in).toBeGreaterThan(4_000);
    expect(sums.omitted_count).toBeLessThan(sums.count / 4);
  },
  'POST /user/transactions/monthly': async (client) => {
    const body = { category: ['food_and_drink_groceries'] };
    const { results } = await client.request('POST /user/transactions/monthly', { demo, body });
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
  'GET /user/transaction': async (client) => {
    const [row] = await listDemoTransactions(client);
    const query = { tx_id: row?.id ?? '' };
    expect(await client.request('GET /user/transaction', { demo, query })).toEqual(row);
  },
  'GET /user/transaction/history': async (client, today) => {
    const [row] = (await listDemoTransactions(client)).filter(
      ({ effective_category }) => effective_category === 'food_and_drink_groceries',
    );
    const history = await client.request('GET /user/transaction/history', {
      demo,
      query: { tx_id: row?.id ?? '' },
    });
    expect(history.transactions.length).toBeGreaterThan(20);
    expect(Object.keys(history.monthly_totals).at(-1)).toBe(today.slice(0, 7));
    expectNoFutureDates(history.transactions, today);
  },
  'GET /user/transaction/story': async (client, today) => {
    const dinners = (await listDemoTransactions(client)).filter(
      ({ effective_category, pending }) =>
        effective_category === 'food_and_drink_restaurant' && !pending,
    );
    const seenEvents = new Set<string>();
    for (const { id } of dinners) {
      const { events } = await client.request('GET /user/transaction/story', {
        demo,
        query: { tx_id: id },
      });
      for (const { at, event } of events) {
        seenEvents.add(event);
        // Bank events happen overnight, so none may be in the future.
        expect(at.slice(0, 10) <= today, at).toBe(true);
      }
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
    }
    for (const event of [
      'arrived_pending',
      'posted',
      'excluded',
      'included',
      'removed',
      'returned',
    ])
      expect(seenEvents, event).toContain(event);
  },
  'GET /user/currentspending': async (client, today) => {
    const { res, omitted_count } = await client.request('GET /user/currentspending', { demo });
    const day = Number(today.slice(8));
    expect(res.find((row) => row.day === day)?.currentMonthSum).toBeGreaterThan(0);
    expect(res.filter((row) => row.day > day && row.currentMonthSum !== null)).toEqual([]);
    expect(res.at(-1)?.previousMonthSum).toBeGreaterThan(4_000);
    expect(omitted_count).toBe(0);
  },
  'GET /user/cashflow': async (client) => {
    const { results, omitted_count } = await client.request('GET /user/cashflow', { demo });
    expect(results).toHaveLength(12);
    for (const { month, spent, income } of results) {
      expect(spent, month).toBeGreaterThan(0);
      expect(income, month).toBeGreaterThan(0);
    }
    const fullMonths = results.slice(0, -1);
    for (const { month, spent, income } of fullMonths) {
      expect(spent, month).toBeGreaterThan(4_500);
      expect(spent, month).toBeLessThan(10_500);
      expect(income, month).toBeGreaterThan(8_500);
    }
    const saved = fullMonths.reduce((sum, { spent, income }) => sum + income - spent, 0);
    const earned = fullMonths.reduce((sum, { income }) => sum + income, 0);
    expect(saved / earned).toBeGreaterThan(0.1);
    expect(omitted_count).toBe(0);
  },
  'POST /user/spendingcat': async (client, today) => {
    const month = today.slice(0, 7);
    const current = await client.request('POST /user/spendingcat', { demo, body: { month } });
    expect(current.data.length).toBeGreaterThan(0);
    const previousMonth = Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();
    const previous = await client.request('POST /user/spendingcat', {
      demo,
      body: { month: previousMonth },
    });
    expect(previous.data.length).toBeGreaterThan(7);
    expect(previous.total).toBeGreaterThan(4_000);
    expect(previous.omitted_count).toBe(0);
    // There are rising and falling trends, and groups with several categories.
    const trends = new Set(previous.data.map(({ trend }) => trend));
    expect(trends.has('up') && trends.has('down')).toBe(true);
    expect(previous.data.some(({ children }) => children.length > 1)).toBe(true);
  },
  'POST /user/proof': async (client, today) => {
    const { res } = await client.request('GET /user/currentspending', { demo });
    const spent = await prove(client, 'transactions', { of: 'spent' }, { demo });
    expect(spent.sum).toBe(res[Number(today.slice(8)) - 1]?.currentMonthSum);
    const from = Temporal.PlainDate.from(today).subtract({ days: 59 }).toString();
    const body = { of: 'spent', period: { from, to: today } };
    const sixtyDays = await prove(client, 'transactions', body, { demo });
    expect(sixtyDays.included).toHaveLength(50);
    expect(sixtyDays.offsets.count).toBeGreaterThan(0);
    expect(sixtyDays.pending.count).toBeGreaterThan(0);
    const reasons = new Set(sixtyDays.reasons.map(({ reason }) => reason));
    for (const reason of ['card_payment', 'withdrawal', 'transfer'] as const)
      expect(reasons, reason).toContain(reason);
    const netWorth = await prove(client, 'balances', { of: 'net_worth' }, { demo });
    // Eleven accounts and the exchange link.
    expect(netWorth.accounts).toHaveLength(12);
    const history = await client.request('GET /user/networth/history', { demo });
    expect(netWorth.sum).toBe(history.points.at(-1)?.net);
    const [first] = history.points;
    const day = { from: first?.date ?? '', to: first?.date ?? '' };
    const firstDay = await prove(client, 'balances', { of: 'net_worth', period: day }, { demo });
    expect([firstDay.sum, firstDay.as_of]).toEqual([first?.net, first?.date]);
    const { points } = await client.request('GET /cb/history', { demo });
    const { counted } = netWorth.accounts.find(({ kind }) => kind === 'exchange') ?? {};
    expect(counted).toBe(points.at(-1)?.value);
  },
  'POST /user/proof/export': async (client, today) => {
    const url = `${client.server.url}/api/demo/user/proof/export`;
    const headers = {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
    };
    const period = {
      from: Temporal.PlainDate.from(today).subtract({ days: 59 }).toString(),
      to: today,
    };
    const body = JSON.stringify({ of: 'spent', period });
    const file = await (await fetch(url, { method: 'POST', headers, body })).text();
    expect(file.split('\r\n').length).toBeGreaterThan(100);
  },
  'POST /user/accounts/grouped': async (client) => {
    const grouped = await client.request('POST /user/accounts/grouped', { demo, body: {} });
    expect(Object.keys(grouped.accounts)).toEqual([...groups, 'auto', 'student']);
    for (const [name, group] of Object.entries(grouped.accounts)) {
      expect(group.total, name).toBeGreaterThan(0);
      expect(group.omitted_count, name).toBe(0);
    }
    expect(grouped.link_details).toHaveLength(bankCount);
    expect(grouped.msg).toBe('');
  },
  'GET /user/accounts': async (client) => {
    const { accounts } = await client.request('GET /user/accounts', { demo });
    expect(accounts).toHaveLength(11);
    for (const { name, balances, duplicate, hidden, institution_color } of accounts) {
      expect(balances.current, name).toBeGreaterThan(0);
      expect([duplicate, hidden], name).toEqual([false, false]);
      expect(institution_color, name).toMatch(/^#[0-9a-f]{6}$/);
    }
  },
  'GET /institutions': async (client) => {
    const { link_tokens, cb_token } = await client.request('GET /institutions', { demo });
    expect(cb_token).toBe(true);
    expect(link_tokens).toHaveLength(bankCount);
  },
  'GET /cb': async (client) => {
    const { exchange, state } = await client.request('GET /cb', { demo });
    expect([exchange, state]).toEqual(['Coinbase', 'ok']);
  },
  'GET /cb/portfolio': async (client) => {
    const { portfolio, cash, prices, as_of, stale } = await client.request('GET /cb/portfolio', {
      demo,
    });
    expect([portfolio.length, cash.length, stale]).toEqual([7, 1, undefined]);
    expect(Date.now() - Date.parse(as_of)).toBeLessThan(60_000);
    expect(Number(formatCents(totalInCents(portfolio, prices)))).toBeGreaterThan(5_000);
    // One currency has no price.
    expect(portfolio.filter(({ currency }) => prices[currency.code] === undefined)).toHaveLength(1);
  },
  'GET /cb/history': async (client, today) => {
    const { points } = await client.request('GET /cb/history', { demo });
    expect(points).toHaveLength(730);
    expect(points.at(-1)?.date).toBe(today);
    for (const { value, date } of points) expect(value, date).toBeGreaterThan(500);
    const { portfolio, prices } = await client.request('GET /cb/portfolio', { demo });
    expect(points.at(-1)?.value).toBe(Number(formatCents(totalInCents(portfolio, prices))));
  },
  'GET /plaid/link/items': async (client) => {
    const { details } = await client.request('GET /plaid/link/items', { demo });
    expect(details.map(({ state }) => state)).toEqual(
      Array.from({ length: bankCount }, () => 'ok'),
    );
  },
  'GET /user/sync': async (client) => {
    const { state, items } = await client.request('GET /user/sync', { demo });
    expect(state).toBe('idle');
    expect(items).toHaveLength(bankCount);
    for (const item of items) expect([item.state, item.error]).toEqual(['ok', null]);
  },
  'POST /user/plaid/recurring_txs': async (client, today) => {
    const list = await client.request('POST /user/plaid/recurring_txs', { demo });
    const { recurring, upcoming, later, ended } = list;
    expect(recurring.length).toBeGreaterThan(20);
    expect(new Set(recurring.map(({ stream_type }) => stream_type)).size).toBe(2);
    expect(new Set(recurring.map(({ frequency }) => frequency)).size).toBeGreaterThanOrEqual(6);
    // One stream has ended, and some are due this month or later.
    expect(ended.some(({ status }) => status === 'tombstoned')).toBe(true);
    expect(upcoming.length + later.length).toBeGreaterThan(15);
    for (const { predicted_next_date: day } of upcoming)
      expect(day?.slice(0, 7), 'a day of this month').toBe(today.slice(0, 7));
    const upcomingPayments = upcoming.filter(({ last_amount }) => last_amount.amount > 0);
    expect(list.estimated_remaining > 0).toBe(upcomingPayments.length > 0);
    expect(list.subscriptions.count).toBeGreaterThan(3);
    expect(list.subscriptions.monthly_total).toBeGreaterThan(20);
    expect(list.due_soon.streams.every((stream) => !stream.overdue)).toBe(true);
  },
  'GET /user/recurringtx/:id': async (client) => {
    const { recurring } = await client.request('POST /user/plaid/recurring_txs', { demo });
    let streamsWithPriceChanges = 0;
    for (const { stream_id: id } of recurring) {
      const { tx, payments } = await client.request('GET /user/recurringtx/:id', {
        demo,
        params: { id },
      });
      expect(payments.length, tx.description).toBeGreaterThan(0);
      expect(payments.every((row) => row.recurring_stream_id === id)).toBe(true);
      if (new Set(payments.map(({ amount }) => amount)).size > 1) streamsWithPriceChanges += 1;
    }
    expect(streamsWithPriceChanges).toBeGreaterThan(3);
  },
  'POST /user/spendingcat/trend': async (client, today) => {
    const { months, groups, totals, omitted_count } = await client.request(
      'POST /user/spendingcat/trend',
      { demo, body: { month: today.slice(0, 7) } },
    );
    expect(months).toHaveLength(6);
    expect(groups.length).toBeGreaterThan(7);
    for (const total of totals.slice(0, -1)) expect(total).toBeGreaterThan(4_000);
    expect(omitted_count).toBe(0);
  },
  'GET /user/budget': async (client, today) => {
    const { budgets } = await client.request('GET /user/budget', { demo });
    const [budget] = budgets;
    expect(budget?.categories.length).toBeGreaterThanOrEqual(6);
    expect(budget?.month).toBe(today.slice(0, 7));
    expect(budget?.budget.real_bills).toBeGreaterThan(0);
    expect(budget?.budget.budgeted_bills_total).toBeGreaterThan(2_500);
    expect(budget?.budget.spending).toBeGreaterThan(budget?.budget.budgeted_cats_total ?? 0);
    const lastMonth = Temporal.PlainYearMonth.from(today.slice(0, 7)).subtract({ months: 1 });
    const past = await client.request('GET /user/budget', {
      demo,
      query: { month: lastMonth.toString() },
    });
    expect(past.budgets[0]?.budget.cats_total).toBeGreaterThan(1_000);
  },
  'GET /user/budget/suggestion': async (client) => {
    const plan = await client.request('GET /user/budget/suggestion', { demo });
    expect(plan.months).toBe(3);
    expect(plan.earnings).toBeGreaterThan(8_500);
    expect(plan.bills).toBeGreaterThan(2_500);
    expect(plan.spending).toBeGreaterThan(1_500);
  },
  'GET /user/account/history': async (client, today) => {
    const { accounts } = await client.request('GET /user/accounts', { demo });
    for (const { account_id, type, name, balances } of accounts) {
      const { data, unexplained } = await client.request('GET /user/account/history', {
        demo,
        query: { account_id },
      });
      expect(data.at(-1), name).toEqual({
        date: today,
        balance: balances.current,
        kind: 'seen',
      });
      expect(unexplained, name).toEqual([]);
      // Other accounts have no transactions to compute a history from.
      if (type === 'depository' || type === 'credit') expect(data, name).toHaveLength(365);
    }
  },
  'GET /user/account/liabilities': async (client, today) => {
    const { liabilities } = await client.request('GET /user/account/liabilities', { demo });
    expect(liabilities.map(({ kind }) => kind).sort()).toEqual([
      'credit',
      'credit',
      'mortgage',
      'student',
    ]);
    for (const liability of liabilities) {
      expect([liability.is_overdue, liability.as_of.slice(0, 4)]).toEqual([
        false,
        expect.any(String),
      ]);
      expect(liability.last_payment_amount, liability.account_id).toBeGreaterThan(0);
      expect((liability.last_payment_date ?? '') <= today).toBe(true);
      // A paid bill has no due date until the next one. Due dates are not in the past.
      if (liability.next_payment_due_date !== null)
        expect(liability.next_payment_due_date >= today, liability.account_id).toBe(true);
      expect(liability.minimum_payment_amount === 0).toBe(liability.next_payment_due_date === null);
      if (liability.kind === 'credit') expect(liability.aprs).toHaveLength(2);
      else expect(liability.interest_rate, liability.account_id).toBeGreaterThan(4);
    }
  },
  'GET /user/account/holdings': async (client, today) => {
    const { accounts } = await client.request('GET /user/account/holdings', { demo });
    const all = await client.request('GET /user/accounts', { demo });
    const invested = all.accounts.filter(({ type }) => type === 'investment');
    expect(accounts.map(({ account_id }) => account_id).sort()).toEqual(
      invested.map(({ account_id }) => account_id).sort(),
    );
    for (const { account_id, holdings, total, unaccounted_balance } of accounts) {
      const account = invested.find((candidate) => candidate.account_id === account_id);
      expect([total, unaccounted_balance], account_id).toEqual([account?.balances.current, 0]);
      expect(holdings.length, account_id).toBeGreaterThan(3);
      for (const { price_as_of } of holdings) expect((price_as_of ?? '') <= today).toBe(true);
    }
    const gains = accounts.flatMap(({ holdings }) => holdings.map(({ gain }) => gain));
    expect(new Set(gains.map((gain) => (gain === null ? null : Math.sign(gain))))).toEqual(
      new Set([1, -1, null]),
    );
  },
  'GET /user/networth/history': async (client, today) => {
    const { points, groups, accounts, crypto, omitted_count } = await client.request(
      'GET /user/networth/history',
      { demo, query: { range: 'ALL' } },
    );
    expect(points.length).toBeGreaterThan(20);
    expect(points.at(-1)?.date).toBe(today);
    for (const { assets, debts } of points) {
      expect(assets).toBeGreaterThan(100_000);
      expect(debts).toBeGreaterThan(100_000);
    }
    expect(points.at(-1)?.net).toBeGreaterThan(points[0]?.net ?? 0);
    expect(groups.filter(({ is_debt }) => is_debt)).toHaveLength(4);
    expect(groups.length).toBeGreaterThan(9);
    expect(accounts).toHaveLength(12);
    expect(accounts.at(-1)).toMatchObject({ account_id: 'crypto', is_debt: false });
    expect(crypto).toMatchObject({ value: accounts.at(-1)?.balances.at(-1), counted: true });
    expect(crypto?.value).toBeGreaterThan(5_000);
    expect(omitted_count).toBe(0);
  },
  'GET /institution/:id': async (client) => {
    const { link_tokens } = await client.request('GET /institutions', { demo });
    const all = await Promise.all(
      link_tokens.map(({ id }) => client.request('GET /institution/:id', { demo, params: { id } })),
    );
    expect(all.flatMap(({ accounts }) => accounts)).toHaveLength(11);
    for (const { token } of all) {
      expect([token.state, token.error, token.unlinking]).toEqual(['ok', null, false]);
      expect(token.last_run).not.toBeNull();
    }
  },
  'GET /institution/:id/history': async (client) => {
    const { link_tokens } = await client.request('GET /institutions', { demo });
    for (const { id } of link_tokens) {
      const { syncs } = await client.request('GET /institution/:id/history', {
        demo,
        params: { id },
      });
      expect(syncs).not.toEqual([]);
    }
  },
  // The demo's user never changed anything.
  'GET /user/tags': async (client) => {
    expect((await client.request('GET /user/tags', { demo })).tags).toEqual([]);
  },
  'GET /user/changes': async (client) => {
    const { changes, next } = await client.request('GET /user/changes', { demo });
    expect([changes, next]).toEqual([[], null]);
  },
};
