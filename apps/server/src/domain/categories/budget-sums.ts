import { toCents } from '../money/money.ts';
import type { BudgetBucketRow } from './budget-buckets.queries.ts';

/** The sums of a period in cents. `bills` + the sum of `categories` + `everythingElse` = `spent`. */
export interface PeriodSums {
  income: number;
  spent: number;
  bills: number;
  /** Spent on active outflow streams. Part of `bills`. */
  streamBills: number;
  /** Spent in each budgeted category that has rows, excluding bills. */
  categories: ReadonlyMap<string, number>;
  /** Spent on anything that is neither a bill nor in a budgeted category. */
  everythingElse: number;
  /** Number of rows omitted because of their currency. */
  omittedCount: number;
}

/** Adds up a period's buckets. */
export function periodSums(rows: readonly BudgetBucketRow[]): PeriodSums {
  const centsIn = (...buckets: BudgetBucketRow['bucket'][]) =>
    rows
      .filter(({ bucket }) => buckets.includes(bucket))
      .reduce((cents, { amount }) => cents + toCents(amount), 0);
  const budgeted = rows.filter(({ bucket, category }) => bucket === 'other' && category !== null);
  const categories = new Map(
    budgeted.map(({ category, amount }) => [category ?? '', toCents(amount)] as const),
  );
  const inCategories = [...categories.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    income: 0 - centsIn('income'),
    spent: centsIn('stream', 'bill', 'other'),
    bills: centsIn('stream', 'bill'),
    streamBills: centsIn('stream'),
    categories,
    everythingElse: centsIn('other') - inCategories,
    omittedCount: rows
      .filter(({ bucket }) => bucket === 'omitted')
      .reduce((sum, { count }) => sum + count, 0),
  };
}
