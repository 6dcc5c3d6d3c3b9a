import { describe, expect, test } from 'vitest';
import { availableCategories } from './category-choices.ts';

describe('the categories that can be added to a budget', () => {
  test('are spending categories that are not in the budget yet', () => {
    const all = availableCategories([]).map(({ value }) => value);
    expect(all).toContain('FOOD_AND_DRINK');
    expect(all).toContain('FOOD_AND_DRINK_COFFEE');
    // Income is not spending, and bills are budgeted separately.
    for (const key of ['INCOME', 'TRANSFER_IN', 'RENT_AND_UTILITIES', 'LOAN_PAYMENTS'])
      expect(all.filter((value) => value.startsWith(key))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    const unused = availableCategories(['FOOD_AND_DRINK', 'TRAVEL_FLIGHTS']).map(
      ({ value }) => value,
    );
    expect(all.filter((key) => !unused.includes(key))).toEqual([
      'FOOD_AND_DRINK',
      'TRAVEL_FLIGHTS',
    ]);
  });

  test('have unique labels', () => {
    const labels = availableCategories([]).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
