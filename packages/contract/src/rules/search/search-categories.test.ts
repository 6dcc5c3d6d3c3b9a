import { expect, test } from 'vitest';
import { categories, categoryGroups } from '../taxonomy.ts';
import { findCategoryKeys } from './search-categories.ts';

test('the beginning of a word finds groups and categories by key and label', () => {
  const keys = findCategoryKeys('food');
  expect(keys).toContain('food_and_drink');
  expect(keys).toContain('food_and_drink_fast_food');
  expect(findCategoryKeys('foo')).toContain('food_and_drink');
  expect(keys).not.toContain('travel');
});

test('a whole key or label finds only its group or category', () => {
  for (const { key, label } of categoryGroups) {
    expect(findCategoryKeys(key)).toContain(key);
    expect(findCategoryKeys(label.toUpperCase())).toContain(key);
  }
  for (const key of categories.keys()) expect(findCategoryKeys(key)).toEqual([key]);
  expect(findCategoryKeys('Food and drink')).not.toContain('food_and_drink_fast_food');
});

test('a key that the taxonomy does not have is searched for as it is', () => {
  expect(findCategoryKeys('Space_Travel_Moon')).toEqual(['space_travel_moon']);
  expect(findCategoryKeys('space travel moon')).toContain('space_travel_moon');
  expect(findCategoryKeys('---')).toEqual(['---', '']);
});
