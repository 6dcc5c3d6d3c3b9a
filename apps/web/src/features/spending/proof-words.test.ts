import { expect, test } from 'vitest';
import { basisWords, periodWords, proofTitle, whenWords } from './proof-words.ts';

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
  [{ of: 'worth_change', key: 'an account' }, 'Change of the net worth'],
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

const day = { from: '2026-05-03', to: '2026-05-03' };
const days = { from: '2026-05-01', to: '2026-05-31' };

test.each([
  [{ of: 'spent', period: days }, undefined, 'May 2026'],
  [{ of: 'spent' }, undefined, null],
  [{ of: 'spent' }, { made_of: 'transactions' as const, as_of: null, period: days }, 'May 2026'],
  [
    { of: 'assets', period: day },
    { made_of: 'balances' as const, as_of: '2026-05-03', period: null },
    'At the end of May 3, 2026',
  ],
  [
    { of: 'assets' },
    { made_of: 'balances' as const, as_of: null, period: null },
    'As of the last sync',
  ],
  [
    { of: 'worth_change', period: days },
    undefined,
    'From the end of May 1, 2026 to the end of May 31, 2026',
  ],
  [
    { of: 'estimated_remaining' },
    { made_of: 'streams' as const, as_of: null, period: null },
    'From today to the end of this month',
  ],
])('%j is of %j: %s', (total, proof, words) => {
  expect(whenWords(total, proof)).toBe(words);
});

test.each([
  ['seen', 'Seen by the sync of that day'],
  ['moved', 'Seen on May 3, 2026, with what posted since'],
  ['walked_back', 'Walked back from May 3, 2026'],
] as const)('a balance that was %s says so', (kind, words) => {
  expect(basisWords({ kind, day: '2026-05-03' })).toBe(words);
});
