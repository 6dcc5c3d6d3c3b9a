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
  /** Spent on the bills that belong to each budgeted category by their key. Part of `bills`, not of `categories`. */
  categoryBills: ReadonlyMap<string, number>;
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
  const centsByCategory = (...buckets: BudgetBucketRow['bucket'][]) =>
    rows.reduce((sums, { bucket, category, amount }) => {
      if (category !== null && buckets.includes(bucket))
        sums.set(category, (sums.get(category) ?? 0) + toCents(amount));
      return sums;
    }, new Map<string, number>());
  const categories = centsByCategory('other');
  const spentInCategories = [...categories.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    income: 0 - centsIn('income'),
    spent: centsIn('stream', 'bill', 'other'),
    bills: centsIn('stream', 'bill'),
    streamBills: centsIn('stream'),
    categories,
    categoryBills: centsByCategory('stream', 'bill'),
    everythingElse: centsIn('other') - spentInCategories,
    omittedCount: rows
      .filter(({ bucket }) => bucket === 'omitted')
      .reduce((sum, { count }) => sum + count, 0),
  };
}
