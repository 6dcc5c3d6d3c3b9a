import { describe, expect, test } from 'vitest';
import {
  bodyOfFilter,
  filterOfParams,
  isNarrowed,
  noFilter,
  paramsOfFilter,
  searchOf,
  type TransactionFilter,
} from './transaction-filter.ts';

const full: TransactionFilter = {
  search: 'salt & pepper',
  categories: ['food_and_drink', 'income_wages'],
  accounts: ['a/1', 'b 2'],
  range: 'last_30_days',
};

describe('the filter in the address', () => {
  test('comes back as it went', () => {
    const days = { from: '2028-02-29', to: '2028-03-01' };
    for (const filter of [
      full,
      noFilter,
      { ...noFilter, accounts: ['x'] },
      { ...full, range: days },
    ]) {
      const address = paramsOfFilter(filter).toString();
      expect(filterOfParams(new URLSearchParams(address))).toEqual(filter);
    }
  });

  test('nothing narrowed leaves the address bare', () => {
    expect(paramsOfFilter(noFilter).toString()).toBe('');
    expect(isNarrowed(noFilter)).toBe(false);
    expect(isNarrowed(full)).toBe(true);
  });

  test('a category in a link preselects it, in upper case too, and once', () => {
    const filter = filterOfParams(
      new URLSearchParams('category=FOOD_AND_DRINK&category=food_and_drink'),
    );
    expect(filter).toEqual({ ...noFilter, categories: ['food_and_drink'] });
  });

  test.each([
    'from=2026-11-02&to=2026-11-01',
    'from=2026-02-29&to=2026-03-01',
    'from=2026-11-01',
    'from=yesterday&to=2026-11-01',
  ])('days that are none, or the wrong way round, count as not given: %s', (address) => {
    expect(filterOfParams(new URLSearchParams(address))).toEqual(noFilter);
  });

  test('what makes no sense counts as not given', () => {
    const nonsense = new URLSearchParams('range=yesterday&search=ab&category=&account=');
    expect(filterOfParams(nonsense)).toEqual(noFilter);
  });
});

describe('the filter as the API takes it', () => {
  test('carries what is narrowed', () => {
    expect(bodyOfFilter(full)).toEqual({
      search_str: 'salt & pepper',
      category: ['food_and_drink', 'income_wages'],
      account: ['a/1', 'b 2'],
      date_range: 'last_30_days',
    });
  });

  test('leaves out what is not', () => {
    expect(bodyOfFilter(noFilter)).toEqual({});
  });
});

test('search text is sent only when it is longer than 2 characters', () => {
  expect(['', 'a', 'ab', ' ab ', 'abc', '  abc '].map(searchOf)).toEqual([
    '',
    '',
    '',
    '',
    'abc',
    'abc',
  ]);
});
