import type { CallResponse } from '@cairn/contract/calls';
import { categories, categoryGroups } from '@cairn/contract/rules/taxonomy';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ListedTransaction,
  listAllTransactions,
} from '../../../../../tests/support/bank/listed-transactions.ts';
import {
  startTestServer,
  type TestServer,
} from '../../../../../tests/support/processes/test-server.ts';
import {
  actualBudget,
  expectedBudget,
} from '../../../../../tests/support/reference/budget-reference.ts';
import { signUpPaid } from '../../../../../tests/support/requests/test-client.ts';
import { sumBudgetBuckets } from '../../domain/categories/budget-buckets.queries.ts';
import { type PeriodSums, periodSums } from '../../domain/categories/budget-sums.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { parseFilter } from '../transactions/list/filter.ts';
import { sumTransactions } from '../transactions/list/sum-transactions.ts';
import { exportPage, listPage } from '../transactions/transactions.queries.ts';
import { deleteBudget, insertBudget, upsertBudgetCategory } from './budget.queries.ts';
import { showBudget } from './show-budget.ts';
import { suggestBudget } from './suggest-budget.ts';

// CAIRN_CHECK_EVERY_DAY=1 checks every person on every one of these days instead of a random sample.
const checksEveryDay = process.env.CAIRN_CHECK_EVERY_DAY === '1';
const daysBack = 730;

type Budget = CallResponse<'GET /user/budget'>['budgets'][number];

/** A linked built-in person with two years of transactions, and the inputs of the reference implementation. */
interface Person {
  userId: UserId;
  /** Transactions by month. */
  months: ReadonlyMap<string, ListedTransaction[]>;
  outflows: ReadonlySet<string>;
}

let server: TestServer;
let people: Person[];
// The heavy spender's hundred thousand rows would take longer than all others combined.
const names = ['good', 'freelance', 'student', 'retiree', ...(checksEveryDay ? ['odd'] : [])];

beforeAll(
  async () => {
    server = await startTestServer();
    people = await Promise.all(names.map(linkPerson));
  },
  checksEveryDay ? 240_000 : undefined,
);
afterAll(() => server.stop());

async function linkPerson(name: string): Promise<Person> {
  const client = await signUpPaid(server);
  await client.linkBank({ username: `user_${name}`, password: `pass_${name}` });
  const { id } = await client.request('GET /user/me');
  const { recurring } = await client.request('POST /user/plaid/recurring_txs');
  const outflows = recurring.filter(({ stream_type }) => stream_type === 'outflow');
  return {
    userId: asUserId(id),
    months: Map.groupBy(await listAllTransactions(client), (row) =>
      (row.authorized_date ?? row.date).slice(0, 7),
    ),
    outflows: new Set(outflows.map(({ stream_id }) => stream_id)),
  };
}

const id = '0190a0a0-0000-7000-8000-0000000000b0';
const plan = { id, earnings: '1.00', bills: '2.00', spending: '3.00' };
const keys = [...categoryGroups.map(({ key }) => key), ...categories.keys()];
const anyPlan = fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 8 });
const today = Temporal.Now.plainDateISO('UTC');
/** Any day of two years, with extra weight on the first and last days of months. */
const anyDay = fc
  .record({
    daysAgo: fc.integer({ min: 0, max: daysBack - 1 }),
    position: fc.constantFrom('any', 'first', 'last'),
  })
  .map(({ daysAgo, position }) => {
    const day = today.subtract({ days: daysAgo });
    if (position === 'first') return day.with({ day: 1 });
    const last = day.with({ day: day.daysInMonth });
    return position === 'last' && Temporal.PlainDate.compare(last, today) <= 0 ? last : day;
  });
/**
 * How many days were checked, and how many checks had bills, categories, streams, listed transactions, or a past month.
 */
const checked = { days: 0, bills: 0, categories: 0, streams: 0, lists: 0, pastMonths: 0 };

/** Expects the list of a budgeted category in a month to have exactly its rows, and to add up to its total. */
async function checkList(
  { userId }: Person,
  day: Temporal.PlainDate,
  {
    key,
    month,
    ids,
    budget,
  }: { key: string; month: string; ids: Record<string, string[]>; budget: Budget },
) {
  const { from, to } = {
    from: Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }),
    to: Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 }),
  };
  const filter = parseFilter(
    {
      budget_category: key.toUpperCase(),
      date_range: { from: from.toString(), to: to.subtract({ days: 1 }).toString() },
    },
    day,
  );
  const { database } = server.services;
  const name = key.toUpperCase();
  const expectedIds = ids[name] ?? [];
  const page = { limit: 10_000, offset: 0, after: null };
  const rows = await listPage(database, userId, filter, page);
  const listed = rows.map(({ transaction }): { id: string } => JSON.parse(transaction));
  expect(listed.map((row) => row.id).toSorted(), `${name} ${month}`).toEqual(expectedIds);
  expect(await sumTransactions(server.services, userId, filter, day)).toEqual({
    count: expectedIds.length,
    sum_out: budget.totals[name],
    sum_in: 0,
    omitted_count: 0,
    currency: 'USD',
  });
  const exported = await exportPage(database, userId, filter, page);
  expect(exported).toHaveLength(expectedIds.length);
  if (expectedIds.length > 0) checked.lists += 1;
}

/** Expects a budget with these categories, in a month as of a day, to match the reference implementation. */
async function checkBudget(
  person: Person,
  day: Temporal.PlainDate,
  planned: readonly string[],
  month = day.toPlainYearMonth().toString(),
) {
  const { database } = server.services;
  await deleteBudget(database, person.userId, id);
  await insertBudget(database, person.userId, plan);
  for (const category of planned)
    await upsertBudgetCategory(database, person.userId, id, { category, amount: '10.00' });
  const [budget] = (await showBudget(server.services, person.userId, day, month)).budgets;
  if (budget === undefined) throw new Error('The budget was just created');
  const { paid_to_streams, ids, ...expected } = expectedBudget(
    person.months.get(month) ?? [],
    day.toString(),
    planned.map((key) => key.toUpperCase()),
    person.outflows,
    month,
  );
  expect(actualBudget(budget)).toEqual(expected);
  expect(budget.month).toBe(month);
  for (const key of planned) await checkList(person, day, { key, month, ids, budget });
  expect(budget.budget.budgeted_bills_total).toBeGreaterThanOrEqual(paid_to_streams);
  for (const [key, rows] of Object.entries(budget.txs)) {
    expect(rows.length).toBeLessThanOrEqual(25);
    if (rows.length < 25)
      expect(rows.reduce((sum, row) => sum + Math.round(row.amount * 100), 0)).toBe(
        Math.round((budget.totals[key] ?? 0) * 100),
      );
  }
  checked.days += 1;
  if (month !== day.toPlainYearMonth().toString()) checked.pastMonths += 1;
  if (expected.real_bills !== 0) checked.bills += 1;
  if (expected.cats_total !== 0) checked.categories += 1;
  if (paid_to_streams !== 0) checked.streams += 1;
}

test(
  `on ${checksEveryDay ? 'every' : 'any'} day of two years, with any plan, the budget adds up and each part matches the reference implementation`,
  async () => {
    if (checksEveryDay)
      for (const person of people) {
        const plans = fc.sample(anyPlan, daysBack);
        for (const [back, planned] of plans.entries())
          await checkBudget(person, today.subtract({ days: back }), planned);
      }
    else
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: names.length - 1 }),
          anyDay,
          anyPlan,
          fc.option(fc.integer({ min: 1, max: 12 }), { nil: 0 }),
          async (personIndex, day, planned, monthsAgo) => {
            const person = people[personIndex];
            if (person === undefined) throw new Error('There is one person per name');
            const month = day.toPlainYearMonth().subtract({ months: monthsAgo });
            await checkBudget(person, day, planned, month.toString());
          },
        ),
        { numRuns: 150 },
      );
    // The sampled days and plans were not all empty.
    expect(Math.min(checked.bills, checked.categories, checked.streams)).toBeGreaterThan(20);
    expect(checked.lists).toBeGreaterThan(20);
    if (!checksEveryDay) expect(checked.pastMonths).toBeGreaterThan(20);
    if (checksEveryDay) expect(checked.days).toBe(names.length * daysBack);
  },
  checksEveryDay ? 600_000 : undefined,
);

test('a suggestion from daily totals equals the average over the rows of three months', async () => {
  const { database } = server.services;
  let casesWithStreams = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...people), anyDay, async ({ userId }, day) => {
      const months = [1, 2, 3].map((monthsAgo) =>
        day.toPlainYearMonth().subtract({ months: monthsAgo }),
      );
      const buckets = await Promise.all(
        months.map((month) => {
          const from = month.toPlainDate({ day: 1 });
          const to = from.add({ months: 1 }).subtract({ days: 1 });
          return sumBudgetBuckets(database, userId, { from: from.toString(), to: to.toString() });
        }),
      );
      const sums = buckets.filter((rows) => rows.length > 0).map(periodSums);
      const average = (select: (sums: PeriodSums) => number) =>
        Math.max(
          0,
          Math.round(
            sums.reduce((sum, period) => sum + select(period), 0) / (sums.length || 1) / 100,
          ),
        );
      expect(await suggestBudget(server.services, userId, day)).toEqual({
        earnings: average(({ income }) => income),
        bills: average(({ bills }) => bills),
        spending: average(({ spent, bills }) => spent - bills),
        months: sums.length,
        currency: 'USD',
      });
      if (sums.some(({ streamBills }) => streamBills > 0)) casesWithStreams += 1;
    }),
    { numRuns: 60 },
  );
  // Enough samples had stream payments.
  expect(casesWithStreams).toBeGreaterThan(10);
});
