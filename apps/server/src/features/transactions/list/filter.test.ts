import { expect, test } from 'vitest';
import { type FilterInput, isUnfiltered, parseFilter } from './filter.ts';

const today = Temporal.PlainDate.from('2026-05-15');

test('an empty filter, empty lists, and an empty search match everything', () => {
  expect(isUnfiltered(parseFilter({}, today))).toBe(true);
  expect(isUnfiltered(parseFilter({ category: [], account: [], search_str: '  ' }, today))).toBe(
    true,
  );
  expect(isUnfiltered(parseFilter({ date_range: 'all_time' }, today))).toBe(true);
});

test.each([
  [{ category: ['travel'] }],
  [{ account: ['a'] }],
  [{ search_str: 'x' }],
  [{ date_range: 'last_week' }],
  [{ date_range: { from: '2026-01-01', to: '2026-01-31' } }],
  [{ budget_category: 'TRAVEL' }],
])('%j does not match everything', (wire) =>
  expect(isUnfiltered(parseFilter(wire, today))).toBe(false),
);

test('category keys are normalized: lower case, aliases resolved', () => {
  const { categories } = parseFilter({ category: ['FOOD_AND_DRINK', 'income_salary'] }, today);
  expect(categories).toEqual(['food_and_drink', 'income_wages']);
});

test.each([['constructor'], ['__proto__'], ['toString']])(
  '%s is treated as an unknown category key',
  (key) => {
    expect(parseFilter({ category: [key] }, today).categories).toEqual([key.toLowerCase()]);
  },
);

test.each([
  ['coffee', 'coffee'],
  [' 100% ', '100%'],
  ['c:\\dir', 'c:\\dir'],
  ['  ', null],
])('the search text %j is parsed as %j', (search_str, search) => {
  const { search: parsed } = parseFilter({ search_str }, today);
  expect(parsed?.kind === 'text' ? parsed.text : parsed).toBe(search);
});

test('a budgeted category counts transactions up to today', () => {
  const daysOf = (date_range: FilterInput['date_range']) => {
    const wire = { budget_category: 'TRAVEL', ...(date_range && { date_range }) };
    const { budgetCategory, from, to } = parseFilter(wire, today);
    return { budgetCategory, from, to };
  };
  const budgetCategory = 'travel';
  expect(daysOf(undefined)).toEqual({ budgetCategory, from: null, to: '2026-05-15' });
  expect(daysOf({ from: '2026-04-01', to: '2026-04-30' })).toEqual({
    budgetCategory,
    from: '2026-04-01',
    to: '2026-04-30',
  });
  expect(daysOf({ from: '2026-05-01', to: '2026-05-31' })).toEqual({
    budgetCategory,
    from: '2026-05-01',
    to: '2026-05-15',
  });
});
