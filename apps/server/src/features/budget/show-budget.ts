import type { CallResponse } from '@cairn/contract/calls';
import {
  listTransactionsByIds,
  sumBudgetBuckets,
} from '../../domain/categories/budget-buckets.queries.ts';
import { type PeriodSums, periodSums } from '../../domain/categories/budget-sums.ts';
import { findMainCurrency } from '../../domain/money/main-currency.queries.ts';
import { centsToMoney, toCents, toMoney } from '../../domain/money/money.ts';
import { listStreams, type StreamRow } from '../../domain/recurring/streams.queries.ts';
import { listUpcoming } from '../../domain/recurring/streams.ts';
import { toTransactions } from '../../domain/transactions/transaction-rows.ts';
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
): Promise<CallResponse<'GET /user/budget'>> {
  const budget = await findBudget(database, userId);
  if (budget === undefined) throw new Failure('not_found', budgetCopy.notCreated);
  const month = { from: today.with({ day: 1 }).toString(), to: today.toString() };
  const [categories, buckets, streams, currency] = await Promise.all([
    listBudgetCategories(database, userId),
    sumBudgetBuckets(database, userId, month),
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
          budgeted_bills_total: centsToMoney(expectedBills(sums, streams, today)),
          budgeted_cats_total: centsToMoney(total(categories.map(({ amount }) => toCents(amount)))),
          cats_total: centsToMoney(total([...sums.categories.values()])),
          everything_else: centsToMoney(sums.everythingElse),
        },
        txs: Object.fromEntries(
          categories.map(({ category }) => [
            toBudgetKey(category),
            toTransactions(rowsByCategory.get(category) ?? []),
          ]),
        ),
        categories: categories.map(({ category, amount }) => ({
          category: toBudgetKey(category),
          amount: toMoney(amount),
        })),
        totals: Object.fromEntries(
          categories.map(({ category }) => [
            toBudgetKey(category),
            centsToMoney(sums.categories.get(category) ?? 0),
          ]),
        ),
        month: today.toPlainYearMonth().toString(),
        omitted_count: sums.omittedCount,
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
  const expected = listUpcoming(outflows, today).map(({ stream }) => toCents(stream.last_amount));
  return sums.streamBills + total(expected);
}

const total = (amounts: readonly number[]): number =>
  amounts.reduce((sum, cents) => sum + cents, 0);
