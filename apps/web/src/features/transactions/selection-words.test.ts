import { expect, test } from 'vitest';
import { rangeWords, selectionWords } from './selection-words.ts';
import { noFilter } from './transaction-filter.ts';

const accountName = (id: string) => `Account ${id}`;

test('an empty filter is summarized as everything', () => {
  expect(selectionWords(noFilter, accountName)).toEqual([
    { name: 'Date Range', text: 'All Time' },
    { name: 'Categories', text: 'All' },
    { name: 'Accounts', text: 'All' },
  ]);
});

test('a summary names the first three categories and counts the others', () => {
  const filter = {
    search: 'rent & more',
    categories: ['food_and_drink', 'income_wages', 'travel', 'medical', 'rent_and_utilities'],
    accounts: ['1'],
    range: { from: '2026-11-01', to: '2026-11-15' },
  };
  const texts = selectionWords(filter, accountName).map(({ text }) => text);
  expect(texts[1]).toMatch(/^.+, .+, .+ and 2 more$/);
  expect(texts[2]).toBe('Account 1');
  expect(texts[3]).toBe('“rent & more”');
});

test('a date range shows both days, and a single day once', () => {
  expect(rangeWords({ from: '2026-11-01', to: '2026-11-15' })).toBe('Nov 1, 2026 – Nov 15, 2026');
  expect(rangeWords({ from: '2026-11-01', to: '2026-11-01' })).toBe('Nov 1, 2026');
  expect(rangeWords('last_week')).toBe('Last Week');
});
