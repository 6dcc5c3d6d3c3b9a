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
    for (const filter of [full, noFilter, { ...noFilter, accounts: ['x'] }]) {
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
