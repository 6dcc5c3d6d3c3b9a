import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('a search', () => {
  test.each([
    ['coffee', '%coffee%'],
    [' 100% ', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['c:\\dir', '%c:\\\\dir%'],
  ])('%j becomes the pattern %j', (search, pattern) => {
    expect(filterOf({ search_str: search }, today).pattern).toBe(pattern);
  });

  test('never has a wildcard of its own', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        const { pattern } = filterOf({ search_str: `x${search}` }, today);
        const inside = (pattern ?? '').slice(1, -1).replace(/\\[\\%_]/g, '');
        expect(inside).not.toMatch(/[\\%_]/);
      }),
    );
  });
});
