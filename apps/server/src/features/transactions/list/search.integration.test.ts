import type { CallBody } from '@cairn/contract/calls';
import { parseSearch } from '@cairn/contract/rules/search/parse-search';
import { printSearch } from '@cairn/contract/rules/search/print-search';
import type { SearchNode } from '@cairn/contract/rules/search/search-syntax';
import { searchNodes } from '@cairn/contract/rules/search/testing/search-arbitraries';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customPerson,
  type ListedTransaction,
  listAllTransactions,
} from '../../../../../../tests/support/bank/listed-transactions.ts';
import { queryDatabase } from '../../../../../../tests/support/database/database-queries.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../../tests/support/processes/test-server.ts';
import { expectDailyTotalsToMatch } from '../../../../../../tests/support/reference/daily-totals.ts';
import {
  matchesSearch,
  type SearchedNames,
} from '../../../../../../tests/support/reference/search-matches.ts';
import { readCsv } from '../../../../../../tests/support/requests/read-csv.ts';
import {
  signUpPaid,
  type TestClient,
} from '../../../../../../tests/support/requests/test-client.ts';

const today = '2026-12-31';

interface BankRow {
  amount: number;
  description: string;
  merchant_name: string | undefined;
  date: string;
  category: string;
  pending: boolean;
}

const rows: fc.Arbitrary<BankRow[]> = fc.array(
  fc.record({
    amount: fc.integer({ min: -30_000, max: 30_000 }).map((cents) => (cents || 1) / 100),
    description: fc.constantFrom(
      'Corner Market 5',
      'Blue Door (Café)',
      'Rent or lease',
      '100%_"x"',
    ),
    merchant_name: fc.constantFrom(undefined, 'Corner Market', 'blue door', "Gran's \\ Shop"),
    date: fc
      .integer({ min: 0, max: 330 })
      .map((days) => Temporal.PlainDate.from('2026-01-20').add({ days }).toString()),
    category: fc.constantFrom(
      ...['food_and_drink_coffee', 'food_and_drink_fast_food', 'income_wages', 'travel_flights'],
      ...['loan_payments_credit_card_payment', 'space_travel_moon'],
    ),
    pending: fc.boolean(),
  }),
  { minLength: 160, maxLength: 160 },
);

const toBankRow = ({ date, merchant_name, ...row }: BankRow) => ({
  ...row,
  ...(merchant_name === undefined ? {} : { merchant_name }),
  date_transacted: date,
  date_posted: date,
});

let server: TestServer;
let client: TestClient;
let listed: ListedTransaction[];
let names: SearchedNames;

beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => new Date(`${today}T12:00:00Z`) },
    sandboxEnvironment: { SANDBOX_TODAY: today },
  });
  client = await signUpPaid(server);
  const [random = []] = fc.sample(rows, 1);
  const bankRows = random.map(toBankRow);
  await client.linkBank(
    customPerson(
      { name: 'Everyday Checking', transactions: bankRows.slice(0, 70) },
      { name: 'Visa Card', transactions: bankRows.slice(70, 130) },
      { name: 'Old Savings', transactions: bankRows.slice(130) },
    ),
  );
  const { accounts: linked } = await client.request('GET /user/accounts');
  const [first, second, third] = linked;
  await change(first?.account_id, { name: 'My daily account' });
  await change(third?.account_id, { hidden: true });
  for (const row of (await listAllTransactions(client)).slice(0, 6))
    await client.request('POST /user/tx/ignore', {
      body: { tx_id: row.transaction_id, exclude_transaction: true },
    });
  const [recategorized] = await listAllTransactions(client);
  await client.request('POST /user/tx/updatecategory', {
    body: { tx_id: recategorized?.id ?? '', category: 'medical_dental_care' },
  });
  const tagNames = await annotate(await listAllTransactions(client));
  listed = await listAllTransactions(client);
  const accounts = new Map(
    [first, second, third].map((account, index) => [
      account?.account_id ?? '',
      {
        names: [
          account?.name ?? '',
          account?.institution_name ?? '',
          ...(index === 0 ? ['My daily account'] : []),
        ],
        mask: account?.mask ?? '',
      },
    ]),
  );
  names = { accounts, tagNames };
});
afterAll(() => server.stop());

/** Gives some transactions tags, notes, and the reviewed state. Returns the names of the tags. */
async function annotate(transactions: readonly ListedTransaction[]): Promise<Map<string, string>> {
  const tax = await client.request('POST /user/tags', { body: { name: 'Tax 2026' } });
  const trips = await client.request('POST /user/tags', { body: { name: 'Trips' } });
  for (const [index, { id }] of transactions.slice(0, 40).entries())
    await client.request('PATCH /user/transactions/:id', {
      params: { id },
      body: {
        tags: [...(index % 3 === 0 ? [tax.id] : []), ...(index % 5 === 0 ? [trips.id] : [])],
        note: index % 4 === 0 ? 'Shared with Ann\nA gift' : null,
        reviewed: index % 2 === 0,
      },
    });
  return new Map([tax, trips].map((tag) => [tag.id, tag.name]));
}

const change = (id = '', body: { name?: string; hidden?: boolean }) =>
  client.request('PATCH /user/accounts/:id', { params: { id }, body });

type Filter = CallBody<'POST /user/transactions/v2'>;

/** The ids of all matching rows, through all pages. */
async function search(search_str: string, filter: Filter = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const body: Filter = { ...filter, search_str, ...(after === undefined ? {} : { after }) };
    const page: { transactions: ListedTransaction[]; next: string | null } = await client.request(
      'POST /user/transactions/v2',
      { body },
    );
    ids.push(...page.transactions.map(({ id }) => id));
    after = page.next;
  }
  return ids;
}

const expectedIds = (node: SearchNode, isListed = (_row: ListedTransaction) => true): string[] =>
  listed.filter((row) => isListed(row) && matchesSearch(row, node, names)).map(({ id }) => id);

function parse(text: string): SearchNode {
  const parsed = parseSearch(text);
  if (!parsed.ok || parsed.node === null) throw new Error(`'${text}' is not a search`);
  return parsed.node;
}

const texts = fc.constantFrom(
  ...['corner', 'MARKET 5', 'blue door', 'café', 'or', '(', '%', '_', '"x"', '\\', "gran's", '-'],
  ...['food', 'Food and drink', 'travel_flights', 'space_travel_moon', 'Other', 'medical'],
  ...['visa', 'daily', 'Everyday', '1000', '1001', 'savings', 'nothing at all'],
  ...['tax', 'trip', 'shared with', 'gift'],
);
const searches = searchNodes(texts).filter((node) => printSearch(node).length <= 200);

test('every search finds the rows that the reference implementation finds, in the order of the list', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (node) => {
      expect(await search(printSearch(node))).toEqual(expectedIds(node));
    }),
    { numRuns: 100 },
  );
});

test('a search combines with the filters by category, account, and days', async () => {
  const cardId = listed.find(({ plaid_account }) => plaid_account.mask === '1001')?.account_id;
  await fc.assert(
    fc.asyncProperty(searches, async (node) => {
      const filter = {
        category: ['food_and_drink'],
        account: [cardId ?? ''],
        date_range: { from: '2026-03-01', to: '2026-10-31' },
      };
      const isListed = ({ account_id, date, effective_category }: ListedTransaction) =>
        account_id === cardId &&
        date >= '2026-03-01' &&
        date <= '2026-10-31' &&
        effective_category.startsWith('food_and_drink');
      expect(await search(printSearch(node), filter)).toEqual(expectedIds(node, isListed));
    }),
    { numRuns: 25 },
  );
});

test('the summary, the months, and the export count the rows that the list has', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (node) => {
      const body = { search_str: printSearch(node) };
      const expected = expectedIds(node);
      const { count } = await client.request('POST /user/transactions/summary', { body });
      expect(count).toBe(expected.length);
      const { results } = await client.request('POST /user/transactions/monthly', { body });
      const counted = listed.filter(
        (row) => expected.includes(row.id) && row.excluded === null && row.date <= today,
      );
      const net = counted.reduce((sum, row) => sum + Math.round(row.amount * 100), 0);
      const months = results.reduce(
        (sum, { spent, income }) => sum + Math.round(spent * 100) - Math.round(income * 100),
        0,
      );
      expect(months).toBe(net);
      const csv: unknown = await client.request('POST /user/transactions/export', { body });
      expect(readCsv(String(csv)).length - 1).toBe(expected.length);
    }),
    { numRuns: 25 },
  );
});

describe('operators', () => {
  test.each([
    'amount:>50',
    'amount:20..50',
    'amount:..100',
    'amount:<40 or amount:>=250',
    'category:food',
    'category:"Fast food"',
    'account:visa',
    'account:1001',
    'account:daily',
    'date:2026-02..2026-03',
    'date:2026-06..',
    'merchant:"corner market"',
    'is:pending',
    'is:excluded',
    'is:reviewed',
    'has:note',
    'tag:tax',
    'tag:TRIPS -tag:tax',
    'ann is:reviewed',
    '-is:excluded -category:food',
    'corner or amount:<5',
    '(corner or "blue door") -is:pending',
  ])('%s finds some of the rows, but not all', async (text) => {
    const found = await search(text);
    expect(found).toEqual(expectedIds(parse(text)));
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(listed.length);
  });

  test('an amount finds the rows with exactly this amount, in or out, and a range includes or excludes its bounds', async () => {
    const { amount } = listed[20] ?? { amount: 0 };
    const value = Math.abs(amount).toFixed(2);
    for (const text of [`${value}`, `${value}..${value}`, `>=${value}`, `<=${value}`])
      expect(await search(`amount:${text}`)).toContain(listed[20]?.id);
    for (const text of [`>${value}`, `<${value}`])
      expect(await search(`amount:${text}`)).toEqual(expectedIds(parse(`amount:${text}`)));
    expect(await search(`amount:${value}`)).toEqual(expectedIds(parse(`amount:${value}`)));
  });

  test('a word with a colon that is not an operator is searched for as text', async () => {
    for (const text of ['12:30', 'https://example.com', 'REF:JOHN'])
      expect(await search(text)).toEqual([]);
  });
});

const callsWithSearch = [
  'POST /user/transactions/v2',
  'POST /user/transactions/summary',
  'POST /user/transactions/monthly',
  'POST /user/transactions/export',
] as const;

test.each(callsWithSearch)("'%s' returns 422 with the position of the error", async (call) => {
  const { status, problem } = await client.call(call, {
    body: { search_str: 'coffee has:tax amount:>50' },
  });
  expect(status).toBe(422);
  expect(problem).toMatchObject({
    code: 'unprocessable',
    detail: expect.stringContaining('tax'),
    search_error: { code: 'unknown_value', offset: 11, length: 3 },
  });
});

test('texts that look like SQL or HTML find nothing and change nothing', async () => {
  const hostile = [
    `'; drop table transactions; --`,
    `category:"x'} or 1=1 --"`,
    `account:"' or ''='"`,
    `merchant:"') or true --"`,
    `"\\" or 1=1"`,
    `category:{a,b}`,
    `category:"\\\\\\"}"`,
    `<script>alert(1)</script>`,
    `$1 \\x00 %s`,
    `-<img/src=x> merchant:$2`,
  ];
  for (const text of hostile) expect(await search(text)).toEqual(expectedIds(parse(text)));
  const [row] = await queryDatabase<{ count: string }>(
    server,
    'select count(*) from transactions where removed_at is null',
  );
  expect(Number(row?.count)).toBe(listed.length);
});

test('a search finds no transactions of another user', async () => {
  const stranger = await signUpPaid(server);
  const searched = await stranger.request('POST /user/transactions/v2', {
    body: { search_str: 'account:visa or amount:>0 or -zzz' },
  });
  expect(searched.transactions).toEqual([]);
});

test('the search texts follow a changed note and a deleted tag, and match their rows', async () => {
  const { transactions } = await client.request('POST /user/transactions/v2', {
    body: { search_str: 'tag:trips' },
  });
  const [row] = transactions;
  const tag = await client.request('POST /user/tags', { body: { name: 'Soon gone' } });
  const tags = [...(row?.tags ?? []), tag.id];
  const update = (body: CallBody<'PATCH /user/transactions/:id'>) =>
    client.request('PATCH /user/transactions/:id', { params: { id: row?.id ?? '' }, body });
  await update({ tags, note: 'A purple umbrella' });
  expect(await search('tag:"soon gone" purple')).toEqual([row?.id]);
  await client.request('DELETE /user/tags/:id', { params: { id: tag.id } });
  expect(await search('tag:"soon gone"')).toEqual([]);
  await expectDailyTotalsToMatch(server);
  await update({ note: null });
  expect(await search('purple')).toEqual([]);
  await expectDailyTotalsToMatch(server);
});
