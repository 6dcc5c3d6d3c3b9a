import { expect, test } from 'vitest';
import { addMonths, monthRange, monthStartRange } from './months.ts';

test.each([
  ['2026-05', 0, '2026-05'],
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-05', -11, '2025-06'],
])('%s plus %i months is %s', (month, months, result) => {
  expect(addMonths(month, months)).toBe(result);
});

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
  ['2026-04', '2026-04-30'],
])('month %s ends on %s', (month, last) => {
  expect(monthRange(month)).toEqual({ from: `${month}-01`, to: last });
});

test('a range of the first days of a month ends with the month at the latest', () => {
  expect(monthStartRange('2026-02', 9)).toEqual({ from: '2026-02-01', to: '2026-02-09' });
  expect(monthStartRange('2026-02', 31)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});
