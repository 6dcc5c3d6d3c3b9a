import { expect, test } from 'vitest';
import { categoriesMatching } from './category-search.ts';

const labels = (text: string) => categoriesMatching(text).map(({ label }) => label);

test('categories are found by any part of their label, whatever the case', () => {
  expect(labels('GROC')).toEqual(['Groceries']);
  expect(labels(' coffee ')).toEqual(['Coffee']);
  expect(labels('no such thing')).toEqual([]);
});

test('all of them come sorted by label', () => {
  const all = labels('');
  expect(all.length).toBeGreaterThan(100);
  expect(all).toEqual([...all].sort((one, other) => one.localeCompare(other, 'en')));
});
