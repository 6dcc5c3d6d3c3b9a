import { expect, test } from 'vitest';
import { searchCategories } from './category-search.ts';

const labels = (text: string) => searchCategories(text).map(({ label }) => label);

test('a search finds categories by any part of their label, ignoring case', () => {
  expect(labels('GROC')).toEqual(['Groceries']);
  expect(labels(' coffee ')).toEqual(['Coffee']);
  expect(labels('no such thing')).toEqual([]);
});

test('an empty search returns every category sorted by label', () => {
  const all = labels('');
  expect(all.length).toBeGreaterThan(100);
  expect(all).toEqual([...all].sort((one, other) => one.localeCompare(other, 'en')));
});
