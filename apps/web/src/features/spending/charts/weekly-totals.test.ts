import { describe, expect, test } from 'vitest';
import { clickedBarPeriod, weeklyTotals } from './weekly-totals.ts';

/** Running totals with spending of 10 a day this month up to `today`, and 1 a day last month. */
function steadySpending(today: number, previousLength: number, rows = 31) {
  return Array.from({ length: rows }, (_, index) => ({
    day: index + 1,
    currentMonthSum: index < today ? (index + 1) * 10 : null,
    previousMonthSum: Math.min(index + 1, previousLength),
  }));
}

describe('spending per week', () => {
  test('weeks start on Sunday and are cut off at both ends of the month', () => {
    // October 2026 starts on a Thursday.
    const weeks = weeklyTotals(steadySpending(31, 30), '2026-10');
    expect(weeks.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [4, 10],
      [11, 17],
      [18, 24],
      [25, 31],
    ]);
    expect(weeks.map(({ current }) => current)).toEqual([30, 70, 70, 70, 70]);
  });

  test('a future week has no value, and the current week has its spending so far', () => {
    // November 2026 starts on a Sunday.
    const weeks = weeklyTotals(steadySpending(10, 31), '2026-11');
    expect(weeks.map(({ current }) => current)).toEqual([70, 30, null, null, null]);
  });

  test('the last week includes the extra days of a longer last month, so that no spending is lost', () => {
    const weeks = weeklyTotals(steadySpending(30, 31), '2026-11');
    expect(weeks.at(-1)).toMatchObject({ from: 29, to: 30, previousTo: 31, previous: 3 });
    expect(weeks.reduce((sum, { previous }) => sum + previous, 0)).toBe(31);
  });

  test('days that are missing from a shorter last month add nothing', () => {
    // March 2026 starts on a Sunday; February has 28 days.
    const weeks = weeklyTotals(steadySpending(31, 28), '2026-03');
    expect(weeks.at(-1)).toMatchObject({ from: 29, to: 31, current: 30, previous: 0 });
    expect(weeks.reduce((sum, { previous }) => sum + previous, 0)).toBe(28);
  });

  test('sums are exact to the cent', () => {
    const days = [0.1, 0.3, 0.6].map((sum, index) => ({
      day: index + 1,
      currentMonthSum: sum,
      previousMonthSum: 0,
    }));
    // August 2026 starts on a Saturday: the first week is one day long.
    expect(weeklyTotals(days, '2026-08').map(({ current }) => current)).toEqual([
      0.1,
      0.5,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a clicked bar', () => {
  const week = { from: 29, to: 30, previousTo: 31, current: 20, previous: 3 };
  const thisMonth = { from: '2026-11-29', to: '2026-11-30' };
  const lastMonth = { from: '2026-10-29', to: '2026-10-31' };
  const future = { current: null };
  // February doesn't have these days.
  const withoutPrevious = { previousTo: 28 };

  test.each([
    ['right', {}, thisMonth],
    [null, {}, thisMonth],
    ['left', {}, lastMonth],
    ['right', future, lastMonth],
    [null, future, lastMonth],
    ['left', withoutPrevious, thisMonth],
    ['left', { ...future, ...withoutPrevious }, null],
  ] as const)('on the %s side of a week with %j covers %j', (side, overrides, period) => {
    expect(clickedBarPeriod({ ...week, ...overrides }, '2026-11', side)).toEqual(period);
  });
});
