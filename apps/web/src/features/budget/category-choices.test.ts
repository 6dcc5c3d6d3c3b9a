import { expect, test } from 'vitest';
import { availableCategories } from './category-choices.ts';

test('the categories that can be budgeted are spending categories that are not in the budget yet', () => {
  const all = availableCategories([]).map(({ key }) => key);
  expect(all).toContain('food_and_drink');
  expect(all).toContain('food_and_drink_coffee');
  // Income is not spending, and bills are budgeted separately.
  for (const group of ['income', 'transfer_in', 'rent_and_utilities', 'loan_payments'])
    expect(all.filter((key) => key.startsWith(group))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  const unused = availableCategories(['FOOD_AND_DRINK', 'TRAVEL_FLIGHTS']).map(({ key }) => key);
  expect(all.filter((key) => !unused.includes(key))).toEqual(['food_and_drink', 'travel_flights']);
});
