import { expect, test } from 'vitest';
import { periodWords, proofTitle } from './proof-words.ts';

const groupLabel = (group: string) => `Group ${group}`;

test.each([
  [{ of: 'spent' }, 'Spent'],
  [{ of: 'week' }, 'Spent'],
  [{ of: 'category', key: 'food_and_drink' }, 'Food and drink'],
  [{ of: 'spent', key: 'food_and_drink_coffee' }, 'Coffee'],
  [{ of: 'income', key: 'income_wages' }, 'Income: Wages'],
  [{ of: 'account_group', key: 'checking' }, 'Group checking'],
  [{ of: 'debt_group', key: 'other' }, 'Group other'],
  [{ of: 'net_worth' }, 'Net worth'],
  // A total of tomorrow that has no name here yet.
  [{ of: 'something_new' }, 'This total'],
  [{ of: 'bills' }, 'Bills'],
  [{ of: 'besides_bills' }, 'Spent, bills aside'],
  [{ of: 'budgeted' }, 'Spent in budgeted categories'],
  [{ of: 'budget_category', key: 'FOOD_AND_DRINK_COFFEE' }, 'Coffee'],
])('%j is headed %s', (total, title) => {
  expect(proofTitle(total, groupLabel)).toBe(title);
});

test.each([
  ['2026-05-01', '2026-05-31', 'May 2026'],
  ['2028-02-01', '2028-02-29', 'February 2028'],
  ['2026-05-03', '2026-05-03', 'May 3, 2026'],
  ['2026-05-01', '2026-05-07', 'May 1, 2026 – May 7, 2026'],
  ['2026-04-01', '2026-05-31', 'Apr 1, 2026 – May 31, 2026'],
])('%s to %s is %s', (from, to, words) => {
  expect(periodWords({ from, to })).toBe(words);
});
