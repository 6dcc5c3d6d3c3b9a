import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalCategory,
  categories,
  categoryGroups,
  groupOfCategory,
  iconOfCategory,
  labelOfCategory,
  renamedKeys,
} from './taxonomy.ts';

const known = [...categories.keys()];

describe('the list of categories', () => {
  test('has each key once, in lower-case snake case', () => {
    const all = categoryGroups.flatMap(({ key, members }) =>
      Object.keys(members).map((suffix) => `${key}_${suffix}`),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((key) => !/^[a-z][a-z0-9_]*$/.test(key))).toEqual([]);
  });

  test("has the spec's sixteen groups", () => {
    expect(categoryGroups.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'income',
        'transfer_in',
        'transfer_out',
        'loan_payments',
        'bank_fees',
        'entertainment',
        'food_and_drink',
        'general_merchandise',
        'home_improvement',
        'medical',
        'personal_care',
        'general_services',
        'government_and_non_profit',
        'transportation',
        'travel',
        'rent_and_utilities',
      ]),
    );
  });

  test.each([
    ['loan_payments_credit_card_payment'],
    ['transfer_out_withdrawal'],
    ['food_and_drink_coffee'],
    ['income_wages'],
    ['entertainment_sporting_events_amusement_parks_and_museums'],
  ])('has %s', (key) => expect(categories.has(key)).toBe(true));

  test('every one belongs to the group that lists it, and has a label and an icon', () => {
    for (const [key, { group, label }] of categories) {
      expect(groupOfCategory(key)).toBe(group.key);
      expect(labelOfCategory(key)).toBe(label);
      expect(iconOfCategory(key)).toBe(group.icon);
    }
  });
});

describe('a renamed key', () => {
  test.each(Object.entries(renamedKeys))('%s is %s everywhere', (old, key) => {
    expect(canonicalCategory(old)).toBe(key);
    expect(canonicalCategory(old.toUpperCase())).toBe(key);
    expect(groupOfCategory(old)).toBe(groupOfCategory(key));
    expect(labelOfCategory(old)).toBe(labelOfCategory(key));
    expect(categories.has(key)).toBe(true);
    expect(categories.has(old)).toBe(false);
  });
});

describe('an unknown key', () => {
  test('falls back to the group that it begins with', () => {
    expect(groupOfCategory('food_and_drink_space_food')).toBe('food_and_drink');
    expect(groupOfCategory('TRANSFER_OUT_TO_MARS')).toBe('transfer_out');
  });

  test('then to the group that the provider names, then to other', () => {
    expect(groupOfCategory('space_travel', 'TRAVEL')).toBe('travel');
    expect(groupOfCategory('space_travel', 'SPACE')).toBe('other');
    expect(groupOfCategory('space_travel')).toBe('other');
  });

  test('has a readable label', () => {
    expect(labelOfCategory('SPACE_TRAVEL')).toBe('Space travel');
    expect(labelOfCategory('')).toBe('Other');
  });

  test('of any text at all has a group, a label and an icon', () => {
    const odd = fc.constantFrom(
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'valueOf',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), odd, fc.constantFrom(...known)), (key) => {
        expect(categoryGroups.some((group) => group.key === groupOfCategory(key, key))).toBe(true);
        expect(labelOfCategory(key)).toBeTypeOf('string');
        expect(iconOfCategory(key)).toMatch(/^[a-z0-9-]+$/);
      }),
    );
  });
});
