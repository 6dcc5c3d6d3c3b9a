import { parseSearch } from '@cairn/contract/rules/search/parse-search';
import { findCategoryKeys } from '@cairn/contract/rules/search/search-categories';
import { expect, test } from 'vitest';
import { groupedCategoryChoices } from '../../../domain/categories/category-choices.ts';
import { completeSearch, unfinishedMerchant } from './search-completion.ts';

const names = {
  accounts: ['Everyday Checking', 'Travel Card'],
  merchants: ['Corner Market', 'Say "Cheese"'],
  tags: ['Tax 2026', 'Trips'],
};
const complete = (search: string, caret = search.length) => completeSearch(search, caret, names);
const searches = (search: string, caret?: number) =>
  complete(search, caret).map((completion) => completion.search);

test('the beginning of an operator is completed with its colon, and other words are not', () => {
  expect(searches('am')).toEqual(['amount:']);
  expect(searches('coffee -AC')).toEqual(['coffee -account:']);
  expect(searches('coffee or (me')).toEqual(['coffee or (merchant:']);
  for (const plain of ['', 'a', 'coffee', 'market am ', 'x-am', 'REF:am', '"am', 'my-tag:'])
    expect(searches(plain)).toEqual([]);
});

test('a value is completed from its operator, with quotation marks if it needs them', () => {
  expect(searches('is:')).toEqual(['is:pending ', 'is:excluded ', 'is:reviewed ']);
  expect(searches('tag:ta')).toEqual(['tag:"Tax 2026" ']);
  expect(searches('coffee is:EX')).toEqual(['coffee is:excluded ']);
  expect(searches('amount:>')).toEqual(['amount:>50 ']);
  expect(searches('account:card')).toEqual(['account:"Travel Card" ']);
  expect(searches('account:"travel c')).toEqual(['account:"Travel Card" ']);
  expect(searches('merchant:cheese')).toEqual(['merchant:"Say \\"Cheese\\"" ']);
  expect(searches('category:coffee')[0]).toBe('category:Coffee ');
  expect(searches('is:pending')).toEqual([]);
});

test('a completion in the middle keeps the rest of the search, and the caret follows the value', () => {
  expect(complete('is:pe coffee', 5)).toEqual([
    { label: 'pending', context: '', search: 'is:pending coffee', caret: 10 },
  ]);
  expect(searches('is:pe coffee', 4)).toEqual([]);
});

test('every category is suggested for its label, with a value that finds it', () => {
  for (const { key, label } of groupedCategoryChoices) {
    const found = searches(`category:"${label}`).map((search) => parseSearch(search));
    const values = found.map((parsed) =>
      parsed.ok && parsed.node?.kind === 'operator' && parsed.node.operator === 'category'
        ? parsed.node.value
        : '',
    );
    expect(values.some((value) => findCategoryKeys(value).includes(key))).toBe(true);
  }
});

test('merchants are requested for the unfinished value of merchant: only', () => {
  expect(unfinishedMerchant('coffee merchant:"corner m', 25)).toBe('corner m');
  expect(unfinishedMerchant('merchant:corner', 15)).toBe('corner');
  for (const search of ['corner', 'account:corner', 'merchant:corner '])
    expect(unfinishedMerchant(search, search.length)).toBe('');
});
