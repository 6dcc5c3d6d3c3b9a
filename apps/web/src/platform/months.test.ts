import { expect, test } from 'vitest';
import { daysOfMonth, monthAway } from './months.ts';

test.each([
  ['2026-05', 0, '2026-05'],
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-05', -11, '2025-06'],
])('%s and %i months is %s', (month, away, other) => {
  expect(monthAway(month, away)).toBe(other);
});

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
  ['2026-04', '2026-04-30'],
])('%s ends on %s', (month, last) => {
  expect(daysOfMonth(month)).toEqual({ from: `${month}-01`, to: last });
});
