import type { CallReply } from '@cairn/contract/calls';
import { listByIds, sumBuckets } from '../../domain/bills.queries.ts';
import { type PeriodSums, periodSums } from '../../domain/bills.ts';
import { findMainCurrency } from '../../domain/main-currency.queries.ts';
import { centsOf, centsOnWire, moneyOnWire } from '../../domain/money.ts';
import { listStreams, type StreamRow } from '../../domain/streams.queries.ts';
import { upcomingRows } from '../../domain/streams.ts';
import { transactionsOf } from '../../domain/transaction-rows.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { budgetCopy } from './budget.copy.ts';
import { findBudget, listBudgetCategories } from './budget.queries.ts';

/** Converts a category key to its form in the budget API: upper case. */
const toBudgetKey = (category: string): string => category.toUpperCase();

/** Returns the user's budget with this month's sums so far. Throws 404 if there is none. */
export async function showBudget(
  { database }: Services,
  userId: UserId,
  today: Temporal.PlainDate,
): Promise<CallReply<'GET /user/budget'>> {
  const budget = await findBudget(database, userId);
  if (budget === undefined) throw new Failure('not_found', budgetCopy.notCreated);
  const month = { from: today.with({ day: 1 }).toString(), to: today.toString() };
  const [categories, buckets, streams, currency] = await Promise.all([
    listBudgetCategories(database, userId),
    sumBuckets(database, userId, month),
    listStreams(database, userId),
    findMainCurrency(database, userId),
  ]);
  const sums = periodSums(buckets);
  const categoryById = new Map(
    buckets.flatMap(({ category, newest }) => (newest ?? []).map((id) => [id, category] as const)),
  );
  const transactions = await listByIds(database, userId, [...categoryById.keys()]);
  const rowsByCategory = Map.groupBy(transactions, ({ id }) => categoryById.get(id));
  return {
    budgets: [
      {
        budget: {
          id: budget.id,
          bills: moneyOnWire(budget.bills),
          earnings: moneyOnWire(budget.earnings),
          spending: moneyOnWire(budget.spending),
          real_bills: centsOnWire(sums.bills),
          real_earnings: centsOnWire(sums.income),
          budgeted_bills_total: centsOnWire(expectedBills(sums, streams, today)),
          budgeted_cats_total: centsOnWire(total(categories.map(({ amount }) => centsOf(amount)))),
          cats_total: centsOnWire(total([...sums.categories.values()])),
          everything_else: centsOnWire(sums.rest),
        },
        txs: Object.fromEntries(
          categories.map(({ category }) => [
            toBudgetKey(category),
            transactionsOf(rowsByCategory.get(category) ?? []),
          ]),
        ),
        categories: categories.map(({ category, amount }) => ({
          category: toBudgetKey(category),
          amount: moneyOnWire(amount),
        })),
        totals: Object.fromEntries(
          categories.map(({ category }) => [
            toBudgetKey(category),
            centsOnWire(sums.categories.get(category) ?? 0),
          ]),
        ),
        month: today.toPlainYearMonth().toString(),
        not_counted: sums.notCounted,
        currency,
      },
    ],
  };
}

/** Returns the cents that outflow streams take this month: paid so far plus expected. */
function expectedBills(
  sums: PeriodSums,
  streams: readonly StreamRow[],
  today: Temporal.PlainDate,
): number {
  const outflows = streams.filter(
    ({ stream_type, counted }) => stream_type === 'outflow' && counted,
  );
  const expected = upcomingRows(outflows, today).map(({ stream }) => centsOf(stream.last_amount));
  return sums.streams + total(expected);
}

const total = (amounts: readonly number[]): number =>
  amounts.reduce((sum, cents) => sum + cents, 0);
