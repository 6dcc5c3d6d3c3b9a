import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CategorySpent,
  computePercentages,
  computeTrend,
  spendingByCategory,
} from './spending-by-category.ts';

const spent = (category: string, value: number, previous = 0): CategorySpent => ({
  group: category.split(':')[0] ?? '',
  category,
  value,
  previous,
});

test('the worked example has its groups, with groceries lowered by the refund', () => {
  expect(
    spendingByCategory([
      {
        group: 'rent_and_utilities',
        category: 'rent_and_utilities_rent',
        value: 150_000,
        previous: 150_000,
      },
      {
        group: 'food_and_drink',
        category: 'food_and_drink_groceries',
        value: 6_410,
        previous: 7_000,
      },
      { group: 'food_and_drink', category: 'food_and_drink_coffee', value: 1_250, previous: 0 },
      {
        group: 'transfer_out',
        category: 'transfer_out_account_transfer',
        value: 3_500,
        previous: 2_000,
      },
    ]),
  ).toEqual({
    data: [
      {
        name: 'rent_and_utilities',
        value: 1500,
        percentage: 93.1,
        trend: 'flat',
        previous: 1500,
        icon: 'house',
        children: [
          {
            name: 'rent_and_utilities_rent',
            value: 1500,
            percentage: 100,
            trend: 'flat',
            previous: 1500,
            icon: 'key-round',
          },
        ],
      },
      {
        name: 'food_and_drink',
        value: 76.6,
        percentage: 4.7,
        trend: 'up',
        previous: 70,
        icon: 'utensils',
        children: [
          {
            name: 'food_and_drink_groceries',
            value: 64.1,
            percentage: 83.7,
            trend: 'down',
            previous: 70,
            icon: 'shopping-basket',
          },
          {
            name: 'food_and_drink_coffee',
            value: 12.5,
            percentage: 16.3,
            trend: 'new',
            previous: 0,
            icon: 'coffee',
          },
        ],
      },
      {
        name: 'transfer_out',
        value: 35,
        percentage: 2.2,
        trend: 'up',
        previous: 20,
        icon: 'arrow-up-right',
        children: [
          {
            name: 'transfer_out_account_transfer',
            value: 35,
            percentage: 100,
            trend: 'up',
            previous: 20,
            icon: 'square-arrow-up-right',
          },
        ],
      },
    ],
    total: 1611.6,
    refunds: 0,
  });
});

test('no spending gives no rows and no refunds', () => {
  expect(spendingByCategory([])).toEqual({ data: [], total: 0, refunds: 0 });
});

test('a group with negative spending has no row, counts as refunds, and lowers the total', () => {
  const { data, total, refunds } = spendingByCategory([
    spent('travel:flights', -30_000),
    spent('travel:lodging', 10_000),
    spent('food:coffee', 500),
  ]);
  expect(data.map(({ name, value }) => [name, value])).toEqual([['food', 5]]);
  expect([total, refunds]).toEqual([-195, 200]);
});

test('a category with negative spending has no row and lowers its group', () => {
  const [group] = spendingByCategory([
    spent('travel:flights', -3_000),
    spent('travel:lodging', 10_000),
  ]).data;
  expect(group?.value).toBe(70);
  expect(group?.children.map(({ name, value, percentage }) => [name, value, percentage])).toEqual([
    ['travel:lodging', 100, 100],
  ]);
});

test('rows are sorted by value, largest first, then by name', () => {
  const rows = [spent('b:x', 100), spent('c:x', 300), spent('a:x', 100)];
  expect(spendingByCategory(rows).data.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});

describe('the trend', () => {
  test.each([
    [100, 0, 'new'],
    [100, 99, 'up'],
    [99, 100, 'down'],
    [100, 100, 'flat'],
    // A refund last month, spending this month.
    [100, -50, 'up'],
  ] as const)('from %i cents with %i cents before is %s', (value, previous, trend) => {
    expect(computeTrend(value, previous)).toBe(trend);
  });
});

describe('percentages', () => {
  test('of thirds sum to 100.0, with the extra tenth on the first', () => {
    expect(computePercentages([1, 1, 1])).toEqual([33.4, 33.3, 33.3]);
  });

  test('have the extra tenth on the largest remainder', () => {
    expect(computePercentages([2, 1])).toEqual([66.7, 33.3]);
    expect(computePercentages([1_000_000, 1])).toEqual([100, 0]);
  });

  const amounts = fc.array(fc.integer({ min: 1, max: 10 ** 13 }), { minLength: 1, maxLength: 40 });

  test('of any amounts sum to exactly 100.0 and are within a tenth of the exact share', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const percentages = computePercentages(values);
        expect(percentages.reduce((sum, each) => sum + Math.round(each * 10), 0)).toBe(1000);
        const sum = values.reduce((all, value) => all + value, 0);
        for (const [index, value] of values.entries())
          expect(Math.abs((percentages[index] ?? 0) - (value / sum) * 100)).toBeLessThan(0.1001);
      }),
    );
  });
});

test('for any spending, total = values - refunds, every row is above 0, and children add up to at least their group', () => {
  const keys = fc.constantFrom('a:1', 'a:2', 'a:3', 'b:1', 'b:2', 'c:1');
  const cents = fc.integer({ min: -(10 ** 9), max: 10 ** 9 });
  const ledger = fc.dictionary(keys, fc.record({ value: cents, previous: cents }));
  const inCents = (amount: number) => Math.round(amount * 100);
  fc.assert(
    fc.property(ledger, (entries) => {
      const rows = Object.entries(entries).map(([key, { value, previous }]) =>
        spent(key, value, previous),
      );
      const { data, total, refunds } = spendingByCategory(rows);
      const values = data.reduce((sum, { value }) => sum + inCents(value), 0);
      expect(inCents(total)).toBe(values - inCents(refunds));
      expect(inCents(total)).toBe(rows.reduce((sum, { value }) => sum + value, 0));
      for (const list of [data, ...data.map(({ children }) => children)]) {
        for (const row of list) expect(row.value).toBeGreaterThan(0);
        if (list.length > 0)
          expect(list.reduce((sum, row) => sum + Math.round(row.percentage * 10), 0)).toBe(1000);
      }
      for (const { value, children } of data) {
        const sum = children.reduce((all, child) => all + inCents(child.value), 0);
        expect(sum).toBeGreaterThanOrEqual(inCents(value));
      }
    }),
  );
});
