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
import { deleteBudget, insertBudget, upsertBudgetCategory } from './budget.queries.ts';
import { showBudget } from './show-budget.ts';
import { suggestBudget } from './suggest-budget.ts';

// CAIRN_CHECK_EVERY_DAY=1 checks every person on every one of these days instead of a random sample.
const everyDay = process.env.CAIRN_CHECK_EVERY_DAY === '1';
const daysBack = 730;

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
const names = ['good', 'freelance', 'student', 'retiree', ...(everyDay ? ['odd'] : [])];

beforeAll(
  async () => {
    server = await startTestServer();
    people = await Promise.all(names.map(linkPerson));
  },
  everyDay ? 240_000 : undefined,
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
/** The number of checked days, and how many of them had bills, categories, and streams. */
const checked = { days: 0, bills: 0, categories: 0, streams: 0 };

/** Expects a budget with these categories on a day to match the reference implementation. */
async function checkBudget(person: Person, day: Temporal.PlainDate, planned: readonly string[]) {
  const { database } = server.services;
  await deleteBudget(database, person.userId, id);
  await insertBudget(database, person.userId, plan);
  for (const category of planned)
    await upsertBudgetCategory(database, person.userId, id, { category, amount: '10.00' });
  const [budget] = (await showBudget(server.services, person.userId, day)).budgets;
  if (budget === undefined) throw new Error('The budget was just created');
  const { paid_to_streams, ...expected } = expectedBudget(
    person.months.get(day.toPlainYearMonth().toString()) ?? [],
    day.toString(),
    planned.map((key) => key.toUpperCase()),
    person.outflows,
  );
  expect(actualBudget(budget)).toEqual(expected);
  expect(budget.budget.budgeted_bills_total).toBeGreaterThanOrEqual(paid_to_streams);
  for (const [key, rows] of Object.entries(budget.txs)) {
    expect(rows.length).toBeLessThanOrEqual(25);
    if (rows.length < 25)
      expect(rows.reduce((sum, row) => sum + Math.round(row.amount * 100), 0)).toBe(
        Math.round((budget.totals[key] ?? 0) * 100),
      );
  }
  checked.days += 1;
  if (expected.real_bills !== 0) checked.bills += 1;
  if (expected.cats_total !== 0) checked.categories += 1;
  if (paid_to_streams !== 0) checked.streams += 1;
}

test(
  `on ${everyDay ? 'every' : 'any'} day of two years, with any plan, the budget adds up and each part matches the reference`,
  async () => {
    if (everyDay)
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
          async (personIndex, day, planned) => {
            const person = people[personIndex];
            if (person === undefined) throw new Error('There is one person per name');
            await checkBudget(person, day, planned);
          },
        ),
        { numRuns: 150 },
      );
    // The sampled days and plans were not all empty.
    expect(Math.min(checked.bills, checked.categories, checked.streams)).toBeGreaterThan(20);
    if (everyDay) expect(checked.days).toBe(names.length * daysBack);
  },
  everyDay ? 600_000 : undefined,
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
