import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import pg from 'pg';
import { percentile } from './measure.ts';
import { benchUser } from './one-page.ts';
import type { BenchedServer } from './product.ts';
import { type Figure, milliseconds } from './report.ts';
import { addUpDays } from './seed-rows.ts';

const rows = 100_000;
const samples = 300;
/** In milliseconds: of the middle one, and of the slowest but one in a hundred. */
interface Limits {
  readonly half: number;
  readonly most: number;
}

const ofReports: Limits = { half: 10, most: 25 };
const ofSearch: Limits = { half: 15, most: 40 };

interface Asked {
  readonly method: string;
  readonly path: string;
  /** JSON, or nothing. */
  readonly body: string;
  /** What tells two of one path apart. */
  readonly of?: string;
  readonly limits: Limits;
}

/** Reports and what each is asked for. */
function reports(): Asked[] {
  const month = new Date().toISOString().slice(0, 7);
  const before = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7);
  const get = (path: string) => ({ method: 'GET', path, body: '', limits: ofReports });
  const post = (path: string, body: object, of: string, limits: Limits) => ({
    ...{ method: 'POST', path, body: JSON.stringify(body), of, limits },
  });
  const searched = (text: string) =>
    post('/user/transactions/v2', { search_str: text }, `a search for '${text}'`, ofSearch);
  return [
    get('/user/currentspending'),
    get('/user/cashflow'),
    post('/user/spendingcat', { month }, 'this month', ofReports),
    post('/user/spendingcat', { month: before }, 'last month', ofReports),
    get('/user/budget'),
    get('/user/budget/suggestion'),
    get('/user/networth/history'),
    post('/user/proof', { of: 'net_worth', period: pastDay() }, 'a past day', ofReports),
    post('/user/transactions/summary', {}, 'everything', ofReports),
    searched('corner'),
    searched('bakery 99'),
    searched('no such merchant'),
  ];
}

/** A day of half a year ago, as the period of a proof. */
function pastDay(): { from: string; to: string } {
  const day = new Date(Date.now() - 182 * 86_400_000).toISOString().slice(0, 10);
  return { from: day, to: day };
}

/** How long each report takes for a user with 100,000 transactions of many accounts and categories. */
export async function measureReports(server: BenchedServer): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { token, userId } = await benchUser(server, client, rows);
  await vary(client, userId);
  await addUpDays(client, userId);
  for (const table of ['transactions', 'day_totals', 'day_category_totals', 'day_texts'])
    await client.query(`vacuum analyze ${table}`);
  await client.end();
  await plan(server.url, token);
  const figures: Figure[] = [];
  for (const asked of reports()) figures.push(await measureReport(server.url, token, asked));
  return figures;
}

async function measureReport(url: string, token: string, asked: Asked): Promise<Figure> {
  const { method, path, body, of, limits } = asked;
  const ask = () => answerTime(`${url}/api${path}`, { method, body, token });
  for (let warm = 0; warm < samples / 5; warm += 1) await ask();
  const times: number[] = [];
  for (let index = 0; index < samples; index += 1) times.push(await ask());
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    what: `${method} ${path}${of ? ` of ${of}` : ''}, 100,000 transactions: p50 / p99`,
    measured: `${milliseconds(half)} / ${milliseconds(most)}`,
    limit: `<= ${limits.half} / ${limits.most} ms`,
    holds: half <= limits.half && most <= limits.most,
  };
}

/** Gives the user a budget with one planned category. */
async function plan(url: string, token: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as { budgets: { budget: { id: string } }[] };
  };
  const made = await post('/user/budget', { earnings: 5000, bills: 2000, spending: 2500 });
  await post('/user/budget/cat', {
    category: 'FOOD_AND_DRINK',
    amount: 400,
    budget_id: made.budgets[0]?.budget.id,
  });
}

/**
 * Spreads a user's rows over five accounts and sixty categories, as many as anybody has, and writes them
 * in the order of their days, as a sync does.
 */
export async function vary(client: pg.Client, userId: string): Promise<void> {
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
       -- By chance, so that a day has as many different ones as its rows can be.
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
       select id, row_number() over (order by id) - 1 as place
       from accounts
       where user_id = $1
     ) a
       on a.place = account_number
     order by v.date, v.id`,
    [userId],
  );
}

// One kept connection and no more client than there has to be: its time counts as the server's.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function answerTime(
  url: string,
  { method, body, token }: { method: string; body: string; token: string },
): Promise<number> {
  const began = performance.now();
  const asked = request(url, {
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
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode} to ${body}`);
  answer.resume();
  await once(answer, 'end');
  return performance.now() - began;
}
