import type { CallBody } from '@cairn/contract/calls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bulkRowCount,
  variedClock,
  variedLedger,
  variedRowCount,
  variedToday,
} from '../../../../../tests/support/bank/varied-ledger.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import { signUpPaid, type TestClient } from '../../../../../tests/support/requests/test-client.ts';

let server: TestServer;
let client: TestClient;
let stranger: TestClient;
let cardId: string;

beforeAll(async () => {
  server = await startTestServer({
    clock: variedClock,
    sandboxEnvironment: { SANDBOX_TODAY: variedToday },
  });
  client = await signUpPaid(server);
  stranger = await signUpPaid(server);
  await client.linkBank(variedLedger);
  const { accounts } = await client.request('GET /user/accounts');
  cardId = accounts.find(({ name }) => name === 'Card')?.account_id ?? '';
});
afterAll(() => server.stop());

type Filter = CallBody<'POST /user/transactions/v2'>;
const list = (body: Filter) => client.request('POST /user/transactions/v2', { body });
const names = async (body: Filter) => (await list(body)).transactions.map(({ name }) => name);
const findRow = async (name: string) => {
  const [found] = (await list({ search_str: name })).transactions;
  if (found === undefined) throw new Error(`There is no '${name}'`);
  return found;
};

describe('POST /user/transactions/v2', () => {
  test('lists the newest day first, 50 per page, with the number of pages', async () => {
    const { transactions, num_pages } = await list({});
    expect(num_pages).toBe(Math.ceil(variedRowCount / 50));
    expect(transactions).toHaveLength(50);
    const order = transactions.map(({ date, id }) => `${date} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
    expect(transactions.slice(0, 3).map(({ name }) => name)).toEqual([
      'Morning cup',
      'Waiting',
      'Card row',
    ]);
  });

  test('a transaction has the fields of the contract', async () => {
    expect(await findRow('Morning cup')).toMatchObject({
      amount: 4.5,
      merchant_name: 'Blue Door',
      date: '2026-05-15',
      pending: false,
      effective_category: 'food_and_drink_coffee',
      overridden_category: null,
      exclude_transaction: false,
      excluded: null,
      transfer_pair_id: null,
      plaid_account: { name: 'Everyday', mask: '0001' },
    });
    expect((await findRow('Waiting')).pending).toBe(true);
  });

  test.each<[string, Filter, string[]]>([
    ['a category', { category: ['food_and_drink_coffee'] }, ['Morning cup']],
    [
      'a group',
      { category: ['food_and_drink'] },
      ['Morning cup', 'Weekly shop 100% organic', "New Year's café"],
    ],
    ['a key in upper case', { category: ['FOOD_AND_DRINK_COFFEE'] }, ['Morning cup']],
    [
      'two keys',
      { category: ['food_and_drink_coffee', 'rent_and_utilities'] },
      ['Morning cup', 'Rent'],
    ],
    ['the old name of a renamed key', { category: ['income_salary'] }, ['Payroll']],
    ['the current name of a renamed key', { category: ['income_wages'] }, ['Payroll']],
    ['an unknown key', { category: ['space_travel_moon'] }, ['Old year']],
    ['the group of an unknown key', { category: ['other'] }, ['Old year']],
    ['a key without rows', { category: ['medical'] }, []],
    ['a search in a name, regardless of letter case', { search_str: 'MORNING' }, ['Morning cup']],
    ['a search for a merchant', { search_str: 'blue door' }, ['Morning cup']],
    ['a search with an accent', { search_str: 'CAFÉ' }, ["New Year's café"]],
    ['a search with %', { search_str: '100%' }, ['Weekly shop 100% organic']],
    ['a lone %', { search_str: '%' }, ['Weekly shop 100% organic']],
    ['a search with _', { search_str: 'snake_case' }, ['snake_case cinema']],
    ['a search without _ in the text', { search_str: 'snake-case' }, []],
    ['_ as a literal character', { search_str: 'm_rning' }, []],
    ['a search with a quote', { search_str: "year's" }, ["New Year's café"]],
    [
      'two filters at once',
      { category: ['food_and_drink'], search_str: 'shop' },
      ['Weekly shop 100% organic'],
    ],
    [
      'inclusive days',
      { date_range: { from: '2025-12-31', to: '2026-01-01' } },
      ["New Year's café", 'Old year'],
    ],
    ['one day', { date_range: { from: '2026-05-01', to: '2026-05-01' } }, ['Rent']],
  ])('filters by %s', async (_description, filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  const may = [
    'Morning cup',
    'Waiting',
    'Card row',
    'Weekly shop 100% organic',
    'snake_case cinema',
    'Payroll',
    'Rent',
  ];
  test.each<[string, string[]]>([
    ['last_week', may.slice(0, 4)],
    ['current_month', may],
    ['last_30_days', [...may, 'ATM', 'Thirty days']],
    ['last_60_days', [...may, 'ATM', 'Thirty days', 'Thirty-one days', 'Sixty days']],
    [
      'this_year',
      [
        ...may,
        'ATM',
        'Thirty days',
        'Thirty-one days',
        'Sixty days',
        'Sixty-one days',
        "New Year's café",
      ],
    ],
  ])('filters by %s', async (date_range, expected) => {
    expect(await names({ date_range })).toEqual(expected);
  });

  test('all_time matches everything', async () => {
    expect((await list({ date_range: 'all_time' })).num_pages).toBe(Math.ceil(variedRowCount / 50));
  });

  test("today is in the client's time zone", async () => {
    const headers = { 'x-time-zone': 'Pacific/Kiritimati' };
    const { transactions } = await client.request('POST /user/transactions/v2', {
      body: { date_range: 'last_week' },
      headers,
    });
    // There it is already the 16th, so the 9th is more than a week ago.
    expect(transactions.map(({ name }) => name)).not.toContain('Weekly shop 100% organic');
  });

  test('filters by account, and an empty list does not filter', async () => {
    expect(await names({ account: [cardId] })).toEqual(['Waiting', 'Card row']);
    expect((await list({ account: [], category: [] })).num_pages).toBe(
      Math.ceil(variedRowCount / 50),
    );
  });

  test('an unknown account returns 404', async () => {
    expect(
      (await client.call('POST /user/transactions/v2', { body: { account: [cardId, 'nobody'] } }))
        .status,
    ).toBe(404);
  });

  test('numbered pages list everything once, and a page past the end is empty', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page_number) => list({ page_number })));
    const ids = pages.flatMap(({ transactions }) => transactions.map(({ id }) => id));
    expect(new Set(ids).size).toBe(variedRowCount);
    expect(pages.map(({ transactions }) => transactions.length)).toEqual([
      50,
      50,
      variedRowCount - 100,
      0,
    ]);
    const far = await list({ page_number: 1_000_000 });
    expect(far).toEqual({
      transactions: [],
      num_pages: Math.ceil(variedRowCount / 50),
      next: null,
    });
  });

  test('a filtered list has its own number of pages', async () => {
    expect((await list({ category: ['travel_flights'] })).num_pages).toBe(3);
    expect((await list({ category: ['medical'] })).num_pages).toBe(1);
  });

  test('a search counts only up to the page after the requested one', async () => {
    const search_str = 'BULK';
    const pages = await Promise.all(
      [1, 2, 3].map((page_number) => list({ search_str, page_number })),
    );
    expect(pages.map(({ transactions }) => transactions.length)).toEqual([
      50,
      50,
      bulkRowCount - 100,
    ]);
    expect(pages.map(({ num_pages }) => num_pages)).toEqual([2, 3, 3]);
    expect(pages.map(({ next }) => next === null)).toEqual([false, false, true]);
  });

  test('pages by `after` neither skip nor repeat rows while rows arrive', async () => {
    const filter: Filter = { category: ['travel_flights'] };
    const expected = new Set<string>();
    for (const page_number of [1, 2, 3])
      for (const { id } of (await list({ ...filter, page_number })).transactions) expected.add(id);
    const database = new pg.Client({ connectionString: server.database.url });
    await database.connect();
    const seen: string[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const page = await list({ ...filter, ...(after === null ? {} : { after }) });
      seen.push(...page.transactions.map(({ id }) => id));
      after = page.next;
      pages += 1;
      // A newer row arrives between pages. It would shift every following numbered page by one row.
      await database.query(
        `insert into transactions (user_id, id, account_id, provider_transaction_id, amount, currency, date, name,
           pending, provider_primary, provider_detailed, provider_category, provider_group)
         select user_id, gen_random_uuid(), account_id, 'arrived-' || $1, 1, 'USD', '2026-05-15', 'arrived',
           false, 'TRAVEL', 'TRAVEL_FLIGHTS', 'travel_flights', 'travel'
         from transactions where id = $2`,
        [pages, seen[0]],
      );
    } while (after !== null);
    await database.query(`delete from transactions where provider_transaction_id like 'arrived-%'`);
    await database.end();
    expect(pages).toBe(3);
    expect(seen).toHaveLength(expected.size);
    expect(new Set(seen)).toEqual(expected);
  });
});

describe('POST /user/transactions/account', () => {
  test('lists the transactions of one account by page', async () => {
    const { transactions, num_pages } = await client.request('POST /user/transactions/account', {
      body: { account_id: cardId },
    });
    expect(transactions.map(({ name }) => name)).toEqual(['Waiting', 'Card row']);
    expect(num_pages).toBe(1);
    const next = await client.request('POST /user/transactions/account', {
      body: { account_id: cardId, page_number: 2 },
    });
    expect(next.transactions).toEqual([]);
  });

  test("returns 404 for another user's account and an empty id", async () => {
    expect(
      (await stranger.call('POST /user/transactions/account', { body: { account_id: cardId } }))
        .status,
    ).toBe(404);
    expect(
      (await client.call('POST /user/transactions/account', { body: { account_id: '' } })).status,
    ).toBe(404);
  });
});

describe('GET /user/transaction', () => {
  const fetchTransaction = (tx_id: string, user = client) =>
    user.call('GET /user/transaction', { query: { tx_id } });

  test('returns the same transaction as the list', async () => {
    const row = await findRow('Morning cup');
    expect((await fetchTransaction(row.id)).body).toEqual(row);
  });

  test("returns 404 for another user's transaction, unknown ids, and the provider's id", async () => {
    const row = await findRow('Morning cup');
    expect((await fetchTransaction(row.id, stranger)).status).toBe(404);
    expect((await fetchTransaction('0190a0a0-0000-7000-8000-00000000dead')).status).toBe(404);
    expect((await fetchTransaction(row.transaction_id)).status).toBe(404);
    expect((await fetchTransaction("' or true --")).status).toBe(404);
  });
});

describe('GET /user/transactions/recent', () => {
  test("returns the newest ten, this month's count so far, and the month's name", async () => {
    const { transactions, meta } = await client.request('GET /user/transactions/recent');
    expect(transactions).toHaveLength(10);
    expect(transactions[0]?.name).toBe('Morning cup');
    expect(meta).toEqual({ number: 7, month: 'May' });
  });

  test('is empty for a user without accounts', async () => {
    expect(await stranger.request('GET /user/transactions/recent')).toEqual({
      transactions: [],
      meta: { number: 0, month: 'May' },
    });
  });
});
