import { describe, expect, test } from 'vitest';
import { monthPeriods } from './month-periods.ts';

const on = (day: string) => Temporal.PlainDate.from(day);

describe('monthPeriods', () => {
  test.each([
    // A past month: whole months.
    ['2026-04', '2026-05-15', '2026-04-01', '2026-04-30', '2026-03-01', '2026-03-31'],
    ['2028-02', '2028-03-01', '2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
    ['2026-01', '2026-05-15', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    // This month: up to today, and up to the same day of the previous month.
    ['2026-05', '2026-05-15', '2026-05-01', '2026-05-15', '2026-04-01', '2026-04-15'],
    ['2026-05', '2026-05-31', '2026-05-01', '2026-05-31', '2026-04-01', '2026-04-30'],
    ['2026-03', '2026-03-30', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-01', '2026-01-01', '2026-01-01', '2026-01-01', '2025-12-01', '2025-12-01'],
  ])('returns the days of %s as of %s', (month, today, from, to, previousFrom, previousTo) => {
    expect(monthPeriods(month, on(today))).toEqual({ from, to, previousFrom, previousTo });
  });
});

test('a future month has no days', () => {
  expect(monthPeriods('2026-06', on('2026-05-31'))).toBeNull();
  expect(monthPeriods('9999-12', on('2026-05-31'))).toBeNull();
});

test.each([
  ['2026-13'],
  ['2026-00'],
  ['0000-05'],
  ['0001-01'],
  ['2026-5'],
  ['2026-05-01'],
  ['202605'],
  ['last'],
  [''],
])('%j is rejected as a month', (text) => {
  expect(() => monthPeriods(text, on('2026-05-15'))).toThrow(/YYYY-MM/);
});
