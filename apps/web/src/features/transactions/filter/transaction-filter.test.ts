import { describe, expect, test } from 'vitest';
import {
  emptyFilter,
  filterToBody,
  hasActiveFilter,
  normalizeSearch,
  parseFilter,
  serializeFilter,
  type TransactionFilter,
} from './transaction-filter.ts';

const full: TransactionFilter = {
  search: 'salt & pepper',
  categories: ['food_and_drink', 'income_wages'],
  accounts: ['a/1', 'b 2'],
  range: 'last_30_days',
  budgetCategory: 'travel',
};

describe('the filter in the URL', () => {
  test('survives a round trip through the query string', () => {
    const days = { from: '2028-02-29', to: '2028-03-01' };
    for (const filter of [
      full,
      emptyFilter,
      { ...emptyFilter, accounts: ['x'] },
      { ...full, range: days },
    ]) {
      const query = serializeFilter(filter).toString();
      expect(parseFilter(new URLSearchParams(query))).toEqual(filter);
    }
  });

  test('an empty filter adds no query parameters', () => {
    expect(serializeFilter(emptyFilter).toString()).toBe('');
    expect(hasActiveFilter(emptyFilter)).toBe(false);
    expect(hasActiveFilter(full)).toBe(true);
  });

  test('a budgeted category is accepted in upper case, and only the first one is used', () => {
    const filter = parseFilter(new URLSearchParams('budget=FOOD_AND_DRINK&budget=travel'));
    expect(filter).toEqual({ ...emptyFilter, budgetCategory: 'food_and_drink' });
  });

  test('a category parameter is accepted in upper case and deduplicated', () => {
    const filter = parseFilter(
      new URLSearchParams('category=FOOD_AND_DRINK&category=food_and_drink'),
    );
    expect(filter).toEqual({ ...emptyFilter, categories: ['food_and_drink'] });
  });

  test.each([
    'from=2026-11-02&to=2026-11-01',
    'from=2026-02-29&to=2026-03-01',
    'from=2026-11-01',
    'from=yesterday&to=2026-11-01',
  ])('invalid or reversed days are ignored: %s', (query) => {
    expect(parseFilter(new URLSearchParams(query))).toEqual(emptyFilter);
  });

  test('invalid parameters are ignored', () => {
    const params = new URLSearchParams('range=yesterday&search=ab&category=&account=&budget=');
    expect(parseFilter(params)).toEqual(emptyFilter);
  });
});

describe('the filter as a request body', () => {
  test('contains every active filter', () => {
    expect(filterToBody(full)).toEqual({
      search_str: 'salt & pepper',
      category: ['food_and_drink', 'income_wages'],
      account: ['a/1', 'b 2'],
      date_range: 'last_30_days',
      budget_category: 'travel',
    });
  });

  test('leaves out inactive filters', () => {
    expect(filterToBody(emptyFilter)).toEqual({});
  });
});

test('search text is used only if it is longer than 2 characters', () => {
  expect(['', 'a', 'ab', ' ab ', 'abc', '  abc '].map(normalizeSearch)).toEqual([
    '',
    '',
    '',
    '',
    'abc',
    'abc',
  ]);
});
