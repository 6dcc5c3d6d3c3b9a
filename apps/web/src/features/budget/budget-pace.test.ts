import { describe, expect, test } from 'vitest';
import { addAmounts, paceText, percentOfAmount, percentOfMonthElapsed } from './budget-pace.ts';

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

  test('is computed exactly to the cent', () => {
    expect(addAmounts(0.1, 0.2)).toBe(0.3);
    expect([percentOfAmount(1, 3), percentOfAmount(5, 0), percentOfAmount(0.29, 0.29)]).toEqual([
      33, 0, 100,
    ]);
  });
});
