import { expect, test } from 'vitest';
import { emptyFilter } from '../filter/transaction-filter.ts';
import { formatDateRange, summarizeFilter } from './filter-summary.ts';

const accountName = (id: string) => `Account ${id}`;

test('an empty filter is summarized as everything', () => {
  expect(summarizeFilter(emptyFilter, accountName)).toEqual([
    { name: 'Date Range', text: 'All Time' },
    { name: 'Categories', text: 'All' },
    { name: 'Accounts', text: 'All' },
  ]);
});

test('a filter summary names the first three categories and counts the others', () => {
  const filter = {
    search: 'rent & more',
    categories: ['food_and_drink', 'income_wages', 'travel', 'medical', 'rent_and_utilities'],
    accounts: ['1'],
    range: { from: '2026-11-01', to: '2026-11-15' },
    budgetCategory: 'food_and_drink',
  };
  const texts = summarizeFilter(filter, accountName).map(({ text }) => text);
  expect(texts[1]).toMatch(/^.+, .+, .+ and 2 more$/);
  expect(texts[2]).toBe('Account 1');
  expect(texts[3]).toBe('Food and drink, excluding bills');
  expect(texts[4]).toBe('“rent & more”');
});

test('a date range shows both days, and a single day once', () => {
  expect(formatDateRange({ from: '2026-11-01', to: '2026-11-15' })).toBe(
    'Nov 1, 2026 – Nov 15, 2026',
  );
  expect(formatDateRange({ from: '2026-11-01', to: '2026-11-01' })).toBe('Nov 1, 2026');
  expect(formatDateRange('last_week')).toBe('Last Week');
});
