import type { BucketRow } from './bills.queries.ts';
import { centsOf } from './money.ts';

/** What a period brought and took, in cents: `bills` + all of `categories` + `rest` = `spent`. */
export interface PeriodSums {
  income: number;
  spent: number;
  bills: number;
  /** Spent on active outflow streams; part of `bills`. */
  streams: number;
  /** Spent in each budgeted category that has rows, bills aside. */
  categories: ReadonlyMap<string, number>;
  /** Spent on what is no bill and in no budgeted category. */
  rest: number;
  /** Rows in another currency. */
  notCounted: number;
}

/** Adds up the buckets of a period. */
export function periodSums(rows: readonly BucketRow[]): PeriodSums {
  const centsIn = (...buckets: BucketRow['bucket'][]) =>
    rows
      .filter(({ bucket }) => buckets.includes(bucket))
      .reduce((cents, { amount }) => cents + centsOf(amount), 0);
  const taken = rows.filter(({ bucket, category }) => bucket === 'rest' && category !== null);
  const categories = new Map(
    taken.map(({ category, amount }) => [category ?? '', centsOf(amount)] as const),
  );
  const inCategories = [...categories.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    income: 0 - centsIn('income'),
    spent: centsIn('stream', 'bill', 'rest'),
    bills: centsIn('stream', 'bill'),
    streams: centsIn('stream'),
    categories,
    rest: centsIn('rest') - inCategories,
    notCounted: rows
      .filter(({ bucket }) => bucket === 'not_counted')
      .reduce((sum, { count }) => sum + count, 0),
  };
}
