import { expect, test } from 'vitest';
import type { CategoryRow } from './spending.api.ts';
import {
  changeAmount,
  comparisonPeriodLabel,
  groupRefunds,
  trendDescription,
} from './trend-labels.ts';

const row = (value: number, previous: number, trend: CategoryRow['trend']): CategoryRow => ({
  name: 'travel',
  percentage: 10,
  icon: 'plane',
  value,
  previous,
  trend,
});

test.each([
  [row(62.3, 50, 'up'), 'Up $12.30 (25%) from $50.00 in October'],
  [row(0.1, 0.3, 'down'), 'Down $0.20 (67%) from $0.30 in October'],
  [row(1_000, 10, 'up'), 'Up $990.00 (>999%) from $10.00 in October'],
  [row(1_000.01, 1_000, 'up'), 'Up $0.01 (<1%) from $1,000.00 in October'],
  [row(5, 5, 'flat'), 'Same as in October'],
  [row(5, 0, 'new'), 'New: no spending in October'],
  [row(5, -20, 'up'), 'Up $25.00 from −$20.00 in October'],
])('the change of %j reads %s', (change, text) => {
  expect(trendDescription(change, 'October')).toBe(text);
});

test('the current month is compared with the same days of the previous month, and a past month with the whole previous month', () => {
  expect(comparisonPeriodLabel('2026-11', '2026-11')).toBe('the same days of October');
  expect(comparisonPeriodLabel('2026-01', '2026-11')).toBe('December');
});

test('differences in spending are exact to the cent', () => {
  expect(changeAmount({ value: 0.3, previous: 0.1 })).toBe(0.2);
  expect(groupRefunds({ value: 70, children: [{ value: 100.1 }, { value: 0.2 }] })).toBe(30.3);
  expect(groupRefunds({ value: 70, children: [{ value: 70 }] })).toBe(0);
});
