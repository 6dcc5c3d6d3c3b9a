import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../platform/problem.ts';
import { isCalendarDay, resolvePeriod } from './periods.ts';

const on = (day: string) => Temporal.PlainDate.from(day);

describe('a named range', () => {
  test.each([
    ['last_week', '2026-05-15', '2026-05-09', '2026-05-15'],
    ['last_week', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['current_month', '2026-05-01', '2026-05-01', '2026-05-01'],
    ['current_month', '2026-05-31', '2026-05-01', '2026-05-31'],
    ['last_30_days', '2028-03-01', '2028-02-01', '2028-03-01'],
    ['last_60_days', '2027-01-15', '2026-11-17', '2027-01-15'],
    ['this_year', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['this_year', '2026-12-31', '2026-01-01', '2026-12-31'],
  ])('%s on %s is %s to %s', (name, today, from, to) => {
    expect(resolvePeriod(name, on(today))).toEqual({ from, to });
  });

  test.each([[undefined], ['all_time']])('%s has no bounds', (range) => {
    expect(resolvePeriod(range, on('2026-05-15'))).toEqual({ from: null, to: null });
  });

  test.each([['yesterday'], [''], ['constructor'], ['LAST_WEEK']])('%j is rejected', (name) => {
    expect(() => resolvePeriod(name, on('2026-05-15'))).toThrow(/date range/);
  });

  test('last_week has 7 days, last_30_days 30, and last_60_days 60, on any day', () => {
    const days = fc.integer({ min: 0, max: 200_000 }).map((n) => on('1970-01-01').add({ days: n }));
    fc.assert(
      fc.property(days, (today) => {
        for (const [name, length] of [
          ['last_week', 7],
          ['last_30_days', 30],
          ['last_60_days', 60],
        ] as const) {
          const { from, to } = resolvePeriod(name, today);
          expect(to).toBe(today.toString());
          expect(on(from ?? '').until(today).days + 1).toBe(length);
        }
      }),
    );
  });
});

describe('a range of days', () => {
  test('includes both ends, even if they are the same day', () => {
    const day = '2028-02-29';
    expect(resolvePeriod({ from: day, to: day }, on('2026-05-15'))).toEqual({ from: day, to: day });
  });

  test('is rejected if its start is after its end', () => {
    expect(() => resolvePeriod({ from: '2026-05-02', to: '2026-05-01' }, on('2026-05-15'))).toThrow(
      Failure,
    );
  });

  test.each([
    ['2026-02-29'],
    ['2026-13-01'],
    ['2026-00-10'],
    ['0000-01-01'],
    ['2026-1-1'],
    ['20260101'],
    ['+002026-01-01'],
    ['-000001-01-01'],
    ['2026-01-01T00:00:00Z'],
    [' 2026-01-01'],
    ['today'],
    [''],
  ])('%j is rejected as a day', (text) => {
    expect(isCalendarDay(text)).toBe(false);
    expect(() => resolvePeriod({ from: text, to: '2026-05-01' }, on('2026-05-15'))).toThrow(
      /YYYY-MM-DD/,
    );
  });
});
