import { describe, expect, test } from 'vitest';
import { pressedDays, weekSums } from './week-sums.ts';

/** Running totals where this month spends 10 a day up to `today`, and last month 1 a day. */
function steady(today: number, previousLength: number, rows = 31) {
  return Array.from({ length: rows }, (_, index) => ({
    day: index + 1,
    currentMonthSum: index < today ? (index + 1) * 10 : null,
    previousMonthSum: Math.min(index + 1, previousLength),
  }));
}

describe('spending per week', () => {
  test('weeks start on Sunday and are cut at the ends of the month', () => {
    // October 2026 begins on a Thursday.
    const weeks = weekSums(steady(31, 30), '2026-10');
    expect(weeks.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [4, 10],
      [11, 17],
      [18, 24],
      [25, 31],
    ]);
    expect(weeks.map(({ current }) => current)).toEqual([30, 70, 70, 70, 70]);
  });

  test('a week that has not begun has no value, one under way has what it has so far', () => {
    // November 2026 begins on a Sunday.
    const weeks = weekSums(steady(10, 31), '2026-11');
    expect(weeks.map(({ current }) => current)).toEqual([70, 30, null, null, null]);
  });

  test('the last week takes the days that last month has beyond, so that nothing is left out', () => {
    const weeks = weekSums(steady(30, 31), '2026-11');
    expect(weeks.at(-1)).toMatchObject({ from: 29, to: 30, previousTo: 31, previous: 3 });
    expect(weeks.reduce((sum, { previous }) => sum + previous, 0)).toBe(31);
  });

  test('after a shorter month its missing days bring nothing', () => {
    // March 2026 begins on a Sunday; February has 28 days.
    const weeks = weekSums(steady(31, 28), '2026-03');
    expect(weeks.at(-1)).toMatchObject({ from: 29, to: 31, current: 30, previous: 0 });
    expect(weeks.reduce((sum, { previous }) => sum + previous, 0)).toBe(28);
  });

  test('sums are exact to the cent', () => {
    const days = [0.1, 0.3, 0.6].map((sum, index) => ({
      day: index + 1,
      currentMonthSum: sum,
      previousMonthSum: 0,
    }));
    // August 2026 begins on a Saturday: the first week is one day long.
    expect(weekSums(days, '2026-08').map(({ current }) => current)).toEqual([
      0.1,
      0.5,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a pressed bar', () => {
  const week = { from: 29, to: 30, previousTo: 31, current: 20, previous: 3 };
  const own = { from: '2026-11-29', to: '2026-11-30' };
  const before = { from: '2026-10-29', to: '2026-10-31' };
  const toCome = { current: null };
  // February had no such days.
  const withoutBefore = { previousTo: 28 };

  test.each([
    ['right', {}, own],
    [null, {}, own],
    ['left', {}, before],
    ['right', toCome, before],
    [null, toCome, before],
    ['left', withoutBefore, own],
    ['left', { ...toCome, ...withoutBefore }, null],
  ] as const)('on the %s of a week with %j is of %j', (side, more, days) => {
    expect(pressedDays({ ...week, ...more }, '2026-11', side)).toEqual(days);
  });
});
