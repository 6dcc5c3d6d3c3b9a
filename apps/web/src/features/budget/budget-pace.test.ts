import { describe, expect, test } from 'vitest';
import { paceWords, percentOf, percentOfMonth, sumOf } from './budget-words.ts';

describe('the pace of a budget', () => {
  test.each([
    ['2026-11', '2026-11-15', 50],
    ['2026-02', '2026-02-28', 100],
    ['2028-02', '2028-02-01', 3],
    ['2026-11', '2026-12-01', 100],
    ['2026-12', '2026-11-30', 0],
  ])('in %s on %s is %d%% of the month', (month, today, percent) => {
    expect(percentOfMonth(month, today)).toBe(percent);
  });

  test('reads as one sentence', () => {
    expect(paceWords(62, 480, 1_000)).toBe('62% through the month, 48% spent');
    expect(paceWords(62, 1_500, 1_000)).toBe('62% through the month, 150% spent');
    expect(paceWords(62, -20, 1_000)).toBe('62% through the month, 0% spent');
    expect(paceWords(62, 480, 0)).toBe('62% through the month, no spending planned');
  });

  test('is computed exactly to the cent', () => {
    expect(sumOf(0.1, 0.2)).toBe(0.3);
    expect([percentOf(1, 3), percentOf(5, 0), percentOf(0.29, 0.29)]).toEqual([33, 0, 100]);
  });
});
