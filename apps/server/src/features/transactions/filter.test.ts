import { expect, test } from 'vitest';
import { filterOf, letsAllThrough } from './filter.ts';

const today = Temporal.PlainDate.from('2026-05-15');

test('an empty filter, an empty list and an empty search let everything through', () => {
  expect(letsAllThrough(filterOf({}, today))).toBe(true);
  expect(letsAllThrough(filterOf({ category: [], account: [], search_str: '  ' }, today))).toBe(
    true,
  );
  expect(letsAllThrough(filterOf({ date_range: 'all_time' }, today))).toBe(true);
});

test.each([
  [{ category: ['travel'] }],
  [{ account: ['a'] }],
  [{ search_str: 'x' }],
  [{ date_range: 'last_week' }],
  [{ date_range: { from: '2026-01-01', to: '2026-01-31' } }],
])('%j does not', (wire) => expect(letsAllThrough(filterOf(wire, today))).toBe(false));

test('categories are known by one key, in any case and under an old name', () => {
  const { categories } = filterOf({ category: ['FOOD_AND_DRINK', 'income_salary'] }, today);
  expect(categories).toEqual(['food_and_drink', 'income_wages']);
});

test.each([['constructor'], ['__proto__'], ['toString']])(
  '%s is a category like any other unknown one',
  (word) => {
    expect(filterOf({ category: [word] }, today).categories).toEqual([word.toLowerCase()]);
  },
);

test.each([
  ['coffee', 'coffee'],
  [' 100% ', '100%'],
  ['c:\\dir', 'c:\\dir'],
  ['  ', null],
])('a search for %j looks for %j', (search_str, search) => {
  expect(filterOf({ search_str }, today).search).toBe(search);
});
