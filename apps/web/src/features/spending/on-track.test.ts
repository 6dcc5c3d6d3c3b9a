import { formatMessage } from '@cairn/contract/text/copy';
import { describe, expect, test } from 'vitest';
import { compareWithLastMonth, onTrackMessage, type SpendingComparison } from './on-track.ts';
import { spendingCopy } from './spending.copy.ts';

const day = (number: number, currentMonthSum: number | null, previousMonthSum: number) => ({
  day: number,
  currentMonthSum,
  previousMonthSum,
});

function message(comparison: SpendingComparison, currency?: string): string {
  const { text, amount } = onTrackMessage(comparison, currency);
  return formatMessage(text, { amount, lastMonth: spendingCopy.onTrack.lastMonth });
}

describe('the on-track message', () => {
  test('compares the last day with a value with the same day of last month', () => {
    const comparison = compareWithLastMonth([
      day(1, 10, 20),
      day(2, 100.1, 312.5),
      day(3, null, 900),
    ]);
    expect(comparison).toEqual({ day: 2, spent: 100.1, lastMonth: 312.5 });
    expect(comparison && message(comparison, 'EUR')).toContain('€');
    expect(comparison && message(comparison)).toBe(
      "You've spent $212.40 less than by this day last month.",
    );
  });

  test('says "more" when more was spent', () => {
    expect(message({ day: 4, spent: 1500.5, lastMonth: 0.5 })).toBe(
      "You've spent $1,500.00 more than by this day last month.",
    );
  });

  test('says "the same" when the sums are equal to the cent', () => {
    expect(message({ day: 4, spent: 0.1 + 0.2, lastMonth: 0.3 })).toBe(
      "You've spent the same as by this day last month.",
    );
  });

  test('treats a month with only refunds as below zero', () => {
    expect(message({ day: 1, spent: -20, lastMonth: 5 })).toBe(
      "You've spent $25.00 less than by this day last month.",
    );
  });

  test('is missing while no day has a value', () => {
    expect(compareWithLastMonth([day(1, null, 3)])).toBeNull();
    expect(compareWithLastMonth([])).toBeNull();
  });
});
