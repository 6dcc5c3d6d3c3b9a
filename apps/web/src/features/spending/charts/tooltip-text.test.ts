import { describe, expect, test } from 'vitest';
import { formatOrdinal, spendingTooltipText } from './tooltip-text.ts';

describe("the spending chart's tooltip", () => {
  test('compares both months by the same day, without cents', () => {
    const text = spendingTooltipText({
      day: 12,
      currentMonthSum: 3352.58,
      previousMonthSum: 3790.9,
    });
    expect(`${text.current} ${text.previous}`).toBe(
      'Spending by the 12th this month was $3,353 Last month by the 12th, you spent $3,791',
    );
  });

  test('has no sentence for this month on future days', () => {
    const text = spendingTooltipText({ day: 25, currentMonthSum: null, previousMonthSum: 5442.2 });
    expect(text).toEqual({
      current: null,
      previous: 'Last month by the 25th, you spent $5,442',
    });
  });

  test('writes days as ordinal numbers', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map(formatOrdinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st',
    );
  });
});
