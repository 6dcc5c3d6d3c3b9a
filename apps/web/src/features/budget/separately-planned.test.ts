import { expect, test } from 'vitest';
import { separatelyPlanned } from './separately-planned.ts';

test('a planned group names its categories that are planned separately', () => {
  const planned = ['TRANSPORTATION', 'FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE'];
  expect(separatelyPlanned('FOOD_AND_DRINK', planned)).toBe('Coffee');
  expect(separatelyPlanned('TRANSPORTATION', planned)).toBeNull();
});

test('several names are joined into a list', () => {
  const planned = [
    'FOOD_AND_DRINK',
    'FOOD_AND_DRINK_COFFEE',
    'FOOD_AND_DRINK_GROCERIES',
    'FOOD_AND_DRINK_RESTAURANT',
  ];
  expect(separatelyPlanned('FOOD_AND_DRINK', planned.slice(0, 3))).toBe('Coffee and Groceries');
  expect(separatelyPlanned('FOOD_AND_DRINK', planned)).toBe('Coffee, Groceries, and Restaurant');
});

test('a category that is not a group contains no other categories', () => {
  const planned = ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE', 'FOOD_AND_DRINK_GROCERIES'];
  expect(separatelyPlanned('FOOD_AND_DRINK_COFFEE', planned)).toBeNull();
});

test('a group whose only category has its key does not exclude itself', () => {
  expect(separatelyPlanned('OTHER', ['OTHER', 'OTHER_OTHER'])).toBe('Other');
  expect(separatelyPlanned('OTHER', ['OTHER'])).toBeNull();
});
