import { categories, categoryGroups } from '@cairn/contract/taxonomy';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows, type ListedRow } from '../../../../../tests/support/bank-rows.ts';
import { expectedBudget, saidByBudget } from '../../../../../tests/support/budget-reference.ts';
import { signUpPaid } from '../../../../../tests/support/test-client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/test-server.ts';
import { sumBuckets } from '../../domain/bills.queries.ts';
import { type PeriodSums, periodSums } from '../../domain/bills.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import { deleteBudget, insertBudget, putBudgetCategory } from './budget.queries.ts';
import { showBudget } from './show-budget.ts';
import { suggestBudget } from './suggest-budget.ts';

// CAIRN_EVERY_DAY=1 looks at everybody on each of these days, in place of a sample.
const everyDay = process.env.CAIRN_EVERY_DAY === '1';
const daysBack = 730;

/** Somebody of the sandbox with two years of money, and what a slow reading of it needs. */
interface Person {
  userId: UserId;
  /** Their rows by month. */
  months: ReadonlyMap<string, ListedRow[]>;
  outflows: ReadonlySet<string>;
}

let server: TestServer;
let people: Person[];
// The heavy spender's hundred thousand rows would take longer than all others together.
const names = ['good', 'freelance', 'student', 'retiree', ...(everyDay ? ['odd'] : [])];

beforeAll(
  async () => {
    server = await startTestServer();
    people = await Promise.all(names.map(linkedPerson));
  },
  everyDay ? 240_000 : undefined,
);
afterAll(() => server.stop());

async function linkedPerson(name: string): Promise<Person> {
  const client = await signUpPaid(server);
  await client.link({ username: `user_${name}`, password: `pass_${name}` });
  const { id } = await client.reply('GET /user/me');
  const { recurring } = await client.reply('POST /user/plaid/recurring_txs');
  const outflows = recurring.filter(({ stream_type }) => stream_type === 'outflow');
  return {
    userId: asUserId(id),
    months: Map.groupBy(await allRows(client), (row) =>
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
/** Every day of two years, and now and then the first or the last of a month. */
const anyDay = fc
  .record({
    back: fc.integer({ min: 0, max: daysBack - 1 }),
    where: fc.constantFrom('any', 'first', 'last'),
  })
  .map(({ back, where }) => {
    const day = today.subtract({ days: back });
    if (where === 'first') return day.with({ day: 1 });
    const last = day.with({ day: day.daysInMonth });
    return where === 'last' && Temporal.PlainDate.compare(last, today) <= 0 ? last : day;
  });
/** How many of the days looked at had something of each. */
const seen = { days: 0, bills: 0, categories: 0, streams: 0 };

/** Looks at a budget with these categories on a day: each number is that of the slow reading. */
async function checkBudget(person: Person, day: Temporal.PlainDate, planned: readonly string[]) {
  const { database } = server.services;
  await deleteBudget(database, person.userId, id);
  await insertBudget(database, person.userId, plan);
  for (const category of planned)
    await putBudgetCategory(database, person.userId, id, { category, amount: '10.00' });
  const [budget] = (await showBudget(server.services, person.userId, day)).budgets;
  if (budget === undefined) throw new Error('There is one');
  const { paid_to_streams, ...expected } = expectedBudget(
    person.months.get(day.toPlainYearMonth().toString()) ?? [],
    day.toString(),
    planned.map((key) => key.toUpperCase()),
    person.outflows,
  );
  expect(saidByBudget(budget)).toEqual(expected);
  expect(budget.budget.budgeted_bills_total).toBeGreaterThanOrEqual(paid_to_streams);
  for (const [key, rows] of Object.entries(budget.txs)) {
    expect(rows.length).toBeLessThanOrEqual(25);
    if (rows.length < 25)
      expect(rows.reduce((sum, row) => sum + Math.round(row.amount * 100), 0)).toBe(
        Math.round((budget.totals[key] ?? 0) * 100),
      );
  }
  seen.days += 1;
  if (expected.real_bills !== 0) seen.bills += 1;
  if (expected.cats_total !== 0) seen.categories += 1;
  if (paid_to_streams !== 0) seen.streams += 1;
}

test(
  `on ${everyDay ? 'every' : 'any'} day of two years, with any plan, the parts are the whole and each part is what it says`,
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
          async (who, day, planned) => {
            const person = people[who];
            if (person === undefined) throw new Error('There are as many people as names');
            await checkBudget(person, day, planned);
          },
        ),
        { numRuns: 150 },
      );
    // The days and plans were not all empty ones.
    expect(Math.min(seen.bills, seen.categories, seen.streams)).toBeGreaterThan(20);
    if (everyDay) expect(seen.days).toBe(names.length * daysBack);
  },
  everyDay ? 600_000 : undefined,
);

test('what is suggested from the sums of days is the average of the rows of three months', async () => {
  const { database } = server.services;
  let streamed = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...people), anyDay, async ({ userId }, day) => {
      const months = [1, 2, 3].map((back) => day.toPlainYearMonth().subtract({ months: back }));
      const buckets = await Promise.all(
        months.map((month) => {
          const from = month.toPlainDate({ day: 1 });
          const to = from.add({ months: 1 }).subtract({ days: 1 });
          return sumBuckets(database, userId, { from: from.toString(), to: to.toString() });
        }),
      );
      const sums = buckets.filter((rows) => rows.length > 0).map(periodSums);
      const average = (of: (one: PeriodSums) => number) =>
        Math.max(
          0,
          Math.round(sums.reduce((sum, one) => sum + of(one), 0) / (sums.length || 1) / 100),
        );
      expect(await suggestBudget(server.services, userId, day)).toEqual({
        earnings: average(({ income }) => income),
        bills: average((one) => one.bills),
        spending: average((one) => one.spent - one.bills),
        months: sums.length,
        currency: 'USD',
      });
      if (sums.some(({ streams }) => streams > 0)) streamed += 1;
    }),
    { numRuns: 60 },
  );
  // There were payments of streams.
  expect(streamed).toBeGreaterThan(10);
});
