import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalCategory,
  categories,
  categoryAliases,
  categoryGroupKey,
  categoryGroups,
  categoryLabel,
} from './taxonomy.ts';

const knownKeys = [...categories.keys()];

describe('the category taxonomy', () => {
  test('has each key once, in lower snake case', () => {
    const all = categoryGroups.flatMap(({ key, members }) =>
      Object.keys(members).map((suffix) => `${key}_${suffix}`),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((key) => !/^[a-z][a-z0-9_]*$/.test(key))).toEqual([]);
  });

  test("has the sixteen groups of the aggregator's first taxonomy", () => {
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
  ])('has the category %s', (key) => expect(categories.has(key)).toBe(true));

  test('assigns every category to the group that lists it, with a label', () => {
    for (const [key, { group, label }] of categories) {
      expect(categoryGroupKey(key)).toBe(group.key);
      expect(categoryLabel(key)).toBe(label);
    }
  });
});

describe('a category alias', () => {
  test.each(Object.entries(categoryAliases))('%s resolves to %s everywhere', (alias, key) => {
    expect(canonicalCategory(alias)).toBe(key);
    expect(canonicalCategory(alias.toUpperCase())).toBe(key);
    expect(categoryGroupKey(alias)).toBe(categoryGroupKey(key));
    expect(categoryLabel(alias)).toBe(categoryLabel(key));
    expect(categories.has(key)).toBe(true);
    expect(categories.has(alias)).toBe(false);
  });
});

describe('an unknown category key', () => {
  test('falls back to the group that is its prefix', () => {
    expect(categoryGroupKey('food_and_drink_space_food')).toBe('food_and_drink');
    expect(categoryGroupKey('TRANSFER_OUT_TO_MARS')).toBe('transfer_out');
  });

  test("without a matching prefix falls back to the provider's group, then to other", () => {
    expect(categoryGroupKey('space_travel', 'TRAVEL')).toBe('travel');
    expect(categoryGroupKey('space_travel', 'SPACE')).toBe('other');
    expect(categoryGroupKey('space_travel')).toBe('other');
  });

  test('has a readable label derived from the key', () => {
    expect(categoryLabel('SPACE_TRAVEL')).toBe('Space travel');
    expect(categoryLabel('')).toBe('Other');
  });

  test('has a group and a label, whatever its text', () => {
    const objectKeys = fc.constantFrom(
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'valueOf',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), objectKeys, fc.constantFrom(...knownKeys)), (key) => {
        expect(categoryGroups.some((group) => group.key === categoryGroupKey(key, key))).toBe(true);
        expect(categoryLabel(key)).toBeTypeOf('string');
      }),
    );
  });
});
