import type { BucketRow } from './bills.queries.ts';
import { centsOf } from './money.ts';

/** The sums of a period in cents. `bills` + the sum of `categories` + `everythingElse` = `spent`. */
export interface PeriodSums {
  income: number;
  spent: number;
  bills: number;
  /** Spent on active outflow streams. Part of `bills`. */
  streams: number;
  /** Spent in each budgeted category that has rows, excluding bills. */
  categories: ReadonlyMap<string, number>;
  /** Spent on anything that is neither a bill nor in a budgeted category. */
  rest: number;
  /** Number of rows omitted because of their currency. */
  notCounted: number;
}

/** Adds up a period's buckets. */
export function periodSums(rows: readonly BucketRow[]): PeriodSums {
  const centsIn = (...buckets: BucketRow['bucket'][]) =>
    rows
      .filter(({ bucket }) => buckets.includes(bucket))
      .reduce((cents, { amount }) => cents + centsOf(amount), 0);
  const budgeted = rows.filter(({ bucket, category }) => bucket === 'other' && category !== null);
  const categories = new Map(
    budgeted.map(({ category, amount }) => [category ?? '', centsOf(amount)] as const),
  );
  const inCategories = [...categories.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    income: 0 - centsIn('income'),
    spent: centsIn('stream', 'bill', 'other'),
    bills: centsIn('stream', 'bill'),
    streams: centsIn('stream'),
    categories,
    rest: centsIn('other') - inCategories,
    notCounted: rows
      .filter(({ bucket }) => bucket === 'omitted')
      .reduce((sum, { count }) => sum + count, 0),
  };
}
