import type { CallResponse } from '@cairn/contract/calls';
import { formatMessage } from '@cairn/contract/text/copy';
import {
  type DayRange,
  listTransactionsByIds,
  sumBudgetBuckets,
} from '../../domain/categories/budget-buckets.queries.ts';
import { type PeriodSums, periodSums } from '../../domain/categories/budget-sums.ts';
import { findMainCurrency } from '../../domain/money/main-currency.queries.ts';
import { centsToMoney, toCents, toMoney } from '../../domain/money/money.ts';
import { parseMonth } from '../../domain/money/months.ts';
import { listStreams, type StreamRow } from '../../domain/recurring/streams.queries.ts';
import { listUpcoming } from '../../domain/recurring/streams.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { Failure, unprocessable } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { budgetCopy } from './budget.copy.ts';
import { type BudgetCategoryRow, findBudget, listBudgetCategories } from './budget.queries.ts';

/** Converts a category key to its form in the budget API: upper case. */
const toBudgetKey = (category: string): string => category.toUpperCase();

/**
 * Returns the user's budget with the sums of a month (`YYYY-MM`), by default this month's so far. Throws 404 if the
 * user has no budget, 422 for an invalid month or one that hasn't started.
 */
export async function showBudget(
  { database }: Services,
  userId: UserId,
  today: Temporal.PlainDate,
  monthText?: string,
): Promise<CallResponse<'GET /user/budget'>> {
  const month = requireStartedMonth(monthText, today);
  const budget = await findBudget(database, userId);
  if (budget === undefined) throw new Failure('not_found', budgetCopy.notCreated);
  const [categories, buckets, streams, currency] = await Promise.all([
    listBudgetCategories(database, userId),
    sumBudgetBuckets(database, userId, daysSoFar(month, today)),
    listStreams(database, userId),
    findMainCurrency(database, userId),
  ]);
  const sums = periodSums(buckets);
  const categoryById = new Map(
    buckets.flatMap(({ category, newest }) => (newest ?? []).map((id) => [id, category] as const)),
  );
  const transactions = await listTransactionsByIds(database, userId, [...categoryById.keys()]);
  const rowsByCategory = Map.groupBy(transactions, ({ id }) => categoryById.get(id));
  return {
    budgets: [
      {
        budget: {
          id: budget.id,
          bills: toMoney(budget.bills),
          earnings: toMoney(budget.earnings),
          spending: toMoney(budget.spending),
          real_bills: centsToMoney(sums.bills),
          real_earnings: centsToMoney(sums.income),
          budgeted_bills_total: centsToMoney(expectedBills(sums, streams, month, today)),
          budgeted_cats_total: centsToMoney(total(categories.map(({ amount }) => toCents(amount)))),
          cats_total: centsToMoney(total([...sums.categories.values()])),
          everything_else: centsToMoney(sums.everythingElse),
        },
        txs: byKey(categories, (category) => toTransactions(rowsByCategory.get(category) ?? [])),
        categories: categories.map(({ category, amount }) => ({
          category: toBudgetKey(category),
          amount: toMoney(amount),
        })),
        totals: byKey(categories, (category) => centsToMoney(sums.categories.get(category) ?? 0)),
        excluded_bills: byKey(categories, (category) =>
          centsToMoney(sums.categoryBills.get(category) ?? 0),
        ),
        month: month.toString(),
        omitted_count: sums.omittedCount,
        currency,
      },
    ],
  };
}

/** Parses a month. Undefined means this month. Throws 422 if it is invalid or hasn't started. */
function requireStartedMonth(
  text: string | undefined,
  today: Temporal.PlainDate,
): Temporal.PlainYearMonth {
  const thisMonth = today.toPlainYearMonth();
  if (text === undefined) return thisMonth;
  const month = parseMonth(text);
  if (Temporal.PlainYearMonth.compare(month, thisMonth) > 0)
    throw unprocessable(formatMessage(budgetCopy.monthNotStarted, { month: text }));
  return month;
}

/** Returns the days of a month that has started, up to today. */
function daysSoFar(month: Temporal.PlainYearMonth, today: Temporal.PlainDate): DayRange {
  const isThisMonth = month.equals(today.toPlainYearMonth());
  return {
    from: month.toPlainDate({ day: 1 }).toString(),
    to: month.toPlainDate({ day: isThisMonth ? today.day : month.daysInMonth }).toString(),
  };
}

/** Computes a value for each budgeted category, by its key in the API. */
const byKey = <T>(
  categories: readonly BudgetCategoryRow[],
  compute: (category: string) => T,
): Record<string, T> =>
  Object.fromEntries(categories.map(({ category }) => [toBudgetKey(category), compute(category)]));

/** Returns the cents that outflow streams cost in a month: what was paid, plus what is still expected this month. */
function expectedBills(
  sums: PeriodSums,
  streams: readonly StreamRow[],
  month: Temporal.PlainYearMonth,
  today: Temporal.PlainDate,
): number {
  if (!month.equals(today.toPlainYearMonth())) return sums.streamBills;
  const outflows = streams.filter(
    ({ stream_type, counted }) => stream_type === 'outflow' && counted,
  );
  const expected = listUpcoming(outflows, today).map(({ stream }) => toCents(stream.last_amount));
  return sums.streamBills + total(expected);
}

const total = (amounts: readonly number[]): number =>
  amounts.reduce((sum, cents) => sum + cents, 0);
