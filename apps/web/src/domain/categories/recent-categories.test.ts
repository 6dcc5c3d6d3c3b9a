import { beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../platform/browser/storage.ts';
import { readRecentCategories, rememberCategory } from './recent-categories.ts';

beforeEach(() => writeStored('recentCategories', null));

test('the last five picked categories are remembered once each, newest first', () => {
  expect(readRecentCategories()).toEqual([]);
  for (const key of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) rememberCategory(key);
  expect(readRecentCategories()).toEqual(['f', 'e', 'd', 'a', 'c']);
});

test('the categories of another user of the browser are not shown and are replaced', () => {
  writeStored('recentCategories', 'user-2\na\nb');
  expect(readRecentCategories()).toEqual([]);
  rememberCategory('c');
  expect(readRecentCategories()).toEqual(['c']);
});
