import { expect, test } from 'vitest';
import { spendingTrend } from './spending-trend.ts';

const months = ['2026-03', '2026-04', '2026-05'].map((text) => Temporal.PlainYearMonth.from(text));
const spent = (month: string, group: string, cents: number) => ({ month, group, cents });

test('each group has one value per month, and a month without spending is 0', () => {
  const trend = spendingTrend(months, [
    spent('2026-03', 'travel', 10_010),
    spent('2026-05', 'travel', 20),
    spent('2026-04', 'medical', -500),
  ]);
  expect(trend).toMatchObject({
    months: ['2026-03', '2026-04', '2026-05'],
    groups: [
      { name: 'travel', values: [100.1, 0, 0.2] },
      { name: 'medical', values: [0, -5, 0] },
    ],
    totals: [100.1, -5, 0.2],
  });
});

test('groups with the most spending in the last month come first, then those with the most in all months', () => {
  const { groups } = spendingTrend(months, [
    spent('2026-03', 'travel', 90),
    spent('2026-03', 'medical', 100),
    spent('2026-05', 'food_and_drink', 1),
    spent('2026-05', 'entertainment', -1),
  ]);
  expect(groups.map(({ name }) => name)).toEqual([
    'food_and_drink',
    'medical',
    'travel',
    'entertainment',
  ]);
});

test('a group that is 0 in every month is left out', () => {
  expect(spendingTrend(months, [spent('2026-04', 'travel', 0)])).toEqual({
    months: ['2026-03', '2026-04', '2026-05'],
    groups: [],
    totals: [0, 0, 0],
  });
});
