import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type pg from 'pg';
import type { BenchServer } from './bench-server.ts';
import { createPaidUser, withDatabase } from './bench-user.ts';
import { type Figure, formatMilliseconds } from './figures.ts';
import { computeDailyTotals } from './seed-transactions.ts';
import { percentile } from './timing.ts';

const transactionCount = 100_000;
const samples = 300;
const totalsTables = [
  'transactions',
  'daily_totals',
  'daily_category_totals',
  'monthly_group_totals',
  'search_texts',
];
/** A category group that `diversify` assigns to a twelfth of the transactions. */
const budgetedGroup = 'group_3';
/** Percentiles in milliseconds. */
interface Limits {
  readonly p50: number;
  readonly p99: number;
}

const reportLimits: Limits = { p50: 10, p99: 25 };
const searchLimits: Limits = { p50: 15, p99: 40 };

/** Each operator of the search language alone: with many matches, with few, and with none. */
const searchedOperators = [
  ...['amount:>50', 'amount:123.45', 'amount:>900', 'category:group_3', 'category:medical'],
  ...['account:card', 'account:nobody', 'date:2026-01..2026-03', 'date:2001', 'merchant:corner'],
  ...['merchant:nobody', 'is:pending', 'is:excluded', '-corner', 'corner or amount:<5'],
];

interface ReportCall {
  readonly method: string;
  readonly path: string;
  /** JSON, or empty. */
  readonly body: string;
  /** Distinguishes calls with the same path. */
  readonly variant?: string;
  readonly limits: Limits;
}

function reportCalls(): ReportCall[] {
  const month = new Date().toISOString().slice(0, 7);
  const lastMonth = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7);
  const budgeted = { budget_category: budgetedGroup, date_range: 'current_month' };
  const get = (path: string) => ({ method: 'GET', path, body: '', limits: reportLimits });
  const post = (path: string, body: object, variant: string, limits: Limits) => ({
    ...{ method: 'POST', path, body: JSON.stringify(body), variant, limits },
  });
  const search = (text: string) =>
    post('/user/transactions/v2', { search_str: text }, `a search for '${text}'`, searchLimits);
  return [
    get('/user/currentspending'),
    get('/user/cashflow'),
    post('/user/spendingcat', { month }, 'this month', reportLimits),
    post('/user/spendingcat', { month: lastMonth }, 'last month', reportLimits),
    post('/user/spendingcat/trend', { month }, 'this month', reportLimits),
    get('/user/budget'),
    get(`/user/budget?month=${lastMonth}`),
    ...['v2', 'summary'].map((call) =>
      post(`/user/transactions/${call}`, budgeted, 'a budgeted category', reportLimits),
    ),
    get('/user/budget/suggestion'),
    get('/user/networth/history'),
    post('/user/proof', { of: 'net_worth', period: pastDay() }, 'a past day', reportLimits),
    post('/user/transactions/summary', {}, 'all transactions', reportLimits),
    search('corner'),
    search('bakery 99'),
    search('no such merchant'),
    ...searchedOperators.map(search),
  ];
}

/** The day half a year ago, as the period of a proof. */
function pastDay(): { from: string; to: string } {
  const day = new Date(Date.now() - 182 * 86_400_000).toISOString().slice(0, 10);
  return { from: day, to: day };
}

/** Measures the response time of each report for a user with 100,000 transactions in many accounts and categories. */
export async function measureReports(server: BenchServer): Promise<Figure[]> {
  const { token, userId } = await createPaidUser(server, transactionCount);
  await withDatabase(server, async (client) => {
    await diversify(client, userId);
    await computeDailyTotals(client, userId);
    for (const table of totalsTables) await client.query(`vacuum analyze ${table}`);
  });
  await createBudget(server.url, token);
  // The call accepts only categories of the taxonomy, which these transactions don't have.
  await withDatabase(server, (client) =>
    client.query('update budget_categories set category = $2 where user_id = $1', [
      userId,
      budgetedGroup,
    ]),
  );
  const figures: Figure[] = [];
  for (const call of reportCalls()) figures.push(await measureReport(server.url, token, call));
  return figures;
}

async function measureReport(url: string, token: string, call: ReportCall): Promise<Figure> {
  const { method, path, body, variant, limits } = call;
  const measure = () => responseTime(`${url}/api${path}`, { method, body, token });
  for (let warmUp = 0; warmUp < samples / 5; warmUp += 1) await measure();
  const times: number[] = [];
  for (let index = 0; index < samples; index += 1) times.push(await measure());
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    name: `${method} ${path}${variant ? ` (${variant})` : ''}, 100,000 transactions: p50 / p99`,
    measured: `${formatMilliseconds(p50)} / ${formatMilliseconds(p99)}`,
    limit: `<= ${limits.p50} / ${limits.p99} ms`,
    withinLimit: p50 <= limits.p50 && p99 <= limits.p99,
  };
}

/** Creates a budget with one category. */
async function createBudget(url: string, token: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
    return (await response.json()) as { budgets: { budget: { id: string } }[] };
  };
  const created = await post('/user/budget', { earnings: 5000, bills: 2000, spending: 2500 });
  await post('/user/budget/cat', {
    category: 'FOOD_AND_DRINK',
    amount: 400,
    budget_id: created.budgets[0]?.budget.id,
  });
}

/**
 * Distributes a user's transactions over five accounts and sixty categories, and rewrites them in the order
 * of their days, as a sync does.
 */
async function diversify(client: pg.Client, userId: string): Promise<void> {
  await client.query(
    `insert into accounts (user_id, id, item_id, provider_account_id, type, subtype, name, currency)
     select user_id, gen_random_uuid(), item_id, 'more ' || n || id, 'credit', 'credit card', 'Card ' || n, 'USD'
     from accounts, generate_series(1, 4) n
     where user_id = $1`,
    [userId],
  );
  await client.query(
    `create temporary table varied as
     select
       t.*,
       -- Random, so that each day has as many different categories and accounts as possible.
       (random() * 59)::integer as category_number,
       (random() * 4)::integer as account_number
     from transactions t
     where user_id = $1`,
    [userId],
  );
  await client.query('delete from transactions where user_id = $1', [userId]);
  await client.query(
    `insert into transactions (
       user_id, id, account_id, provider_transaction_id, amount, currency, date, authorized_date,
       name, merchant_name, original_description, pending, provider_primary, provider_detailed,
       provider_category, provider_group
     )
     select
       v.user_id, v.id, a.id, v.provider_transaction_id, v.amount, v.currency, v.date,
       v.authorized_date, v.name, v.merchant_name, v.original_description, v.pending,
       v.provider_primary, v.provider_detailed,
       case category_number when 0 then 'income_wages' else 'group_' || category_number % 12 || '_' || category_number end,
       case category_number when 0 then 'income' else 'group_' || category_number % 12 end
     from varied v
     join (
       select id, row_number() over (order by id) - 1 as account_index
       from accounts
       where user_id = $1
     ) a
       on a.account_index = account_number
     order by v.date, v.id`,
    [userId],
  );
}

// One keep-alive connection with little overhead, because the client's time is part of the measurement.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the complete response has arrived. */
async function responseTime(
  url: string,
  { method, body, token }: { method: string; body: string; token: string },
): Promise<number> {
  const startedAt = performance.now();
  const outgoing = request(url, {
    method,
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200)
    throw new Error(`${url} responded with ${response.statusCode} to ${body}`);
  response.resume();
  await once(response, 'end');
  return performance.now() - startedAt;
}
