import { describe, expect, test } from 'vitest';
import { isSubscription, monthlyCents } from './subscriptions.ts';

const payment = { stream_type: 'outflow', kind: null, category: null } as const;

describe('isSubscription', () => {
  test.each([
    ['entertainment_tv_and_movies', true],
    ['ENTERTAINMENT_MUSIC_AND_AUDIO', true],
    ['entertainment_of_a_new_kind', true],
    ['personal_care_gyms_and_fitness_centers', true],
    ['general_services_other_general_services', true],
    ['general_merchandise_bookstores_and_newsstands', true],
    ['rent_and_utilities_rent', false],
    ['rent_and_utilities_telephone', false],
    ['loan_payments_mortgage_payment', false],
    ['general_services_insurance', false],
    ['food_and_drink_groceries', false],
    ['personal_care_hair_and_beauty', false],
  ])('for the category %s, is %s if the user set no type', (category, expected) => {
    expect(isSubscription({ ...payment, category })).toBe(expected);
  });

  test('depends only on the type that the user set, if there is one', () => {
    const film = { ...payment, category: 'entertainment_tv_and_movies' };
    const rent = { ...payment, category: 'rent_and_utilities_rent' };
    expect(isSubscription({ ...film, kind: 'bill' })).toBe(false);
    expect(isSubscription({ ...rent, kind: 'subscription' })).toBe(true);
    expect(isSubscription({ ...payment, kind: 'subscription' })).toBe(true);
    expect(isSubscription(payment)).toBe(false);
  });

  test('is false for income', () => {
    const refund = { stream_type: 'inflow', category: 'entertainment_tv_and_movies' } as const;
    expect(isSubscription({ ...refund, kind: null })).toBe(false);
    expect(isSubscription({ ...refund, kind: 'subscription' })).toBe(false);
  });
});

test.each([
  // 28.50 * 52 / 12
  [2850, 'WEEKLY', 12_350],
  [1000, 'BIWEEKLY', 2167],
  [1000, 'SEMI_MONTHLY', 2000],
  [1799, 'MONTHLY', 1799],
  [7875, 'QUARTERLY', 2625],
  [12_900, 'ANNUALLY', 1075],
  // 0.06 / 12 is half a cent, which rounds away from zero.
  [6, 'ANNUALLY', 1],
  [5, 'ANNUALLY', 0],
  [-6, 'ANNUALLY', -1],
  [1000, 'UNKNOWN', null],
  [1000, 'constructor', null],
])('%d cents %s are %s cents a month', (amount, frequency, expected) => {
  expect(monthlyCents(amount, frequency)).toBe(expected);
});
