import { describe, expect, test } from 'vitest';
import { daysLeftInMonth, paceText, percentOfMonthElapsed, resultText } from './budget-pace.ts';

describe('the pace of a budget', () => {
  test.each([
    ['2026-11', '2026-11-15', 50],
    ['2026-02', '2026-02-28', 100],
    ['2028-02', '2028-02-01', 3],
    ['2026-11', '2026-12-01', 100],
    ['2026-12', '2026-11-30', 0],
  ])('in %s on %s is %d%% of the month', (month, today, percent) => {
    expect(percentOfMonthElapsed(month, today)).toBe(percent);
  });

  test('reads as one sentence', () => {
    expect(paceText(62, 480, 1_000)).toBe('62% through the month, 48% spent');
    expect(paceText(62, 1_500, 1_000)).toBe('62% through the month, 150% spent');
    expect(paceText(62, -20, 1_000)).toBe('62% through the month, 0% spent');
    expect(paceText(62, 480, 0)).toBe('62% through the month, no spending planned');
  });

  test('of a past month is its result', () => {
    expect(resultText(480, 1_000)).toBe('48% of the planned spending used');
    expect(resultText(1_000.01, 1_000)).toBe('101% of the planned spending used');
    expect(resultText(480, 0)).toBe('No spending was planned.');
  });

  test.each([
    ['2026-11', '2026-11-23', 7],
    ['2026-11', '2026-11-30', 0],
    ['2028-02', '2028-02-01', 28],
  ])('in %s on %s, %d days are left', (month, today, days) => {
    expect(daysLeftInMonth(month, today)).toBe(days);
  });
});
