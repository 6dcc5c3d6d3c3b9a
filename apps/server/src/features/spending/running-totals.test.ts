import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runningTotals } from './running-totals.ts';

const on = (day: string) => Temporal.PlainDate.from(day);

describe('runningTotals has as many rows as the longer month has days', () => {
  test.each([
    ['2026-02-15', 31, 'January before a short February'],
    ['2026-03-15', 31, 'March after a short February'],
    ['2028-03-10', 31, 'March after a leap February'],
    ['2026-01-15', 31, 'January after December'],
    ['2026-12-15', 31, 'November before December'],
    ['2026-06-15', 31, 'June after May'],
  ])('%s: %i (%s)', (today, rows) => {
    expect(runningTotals([], on(today)).map(({ day }) => day)).toEqual(
      Array.from({ length: rows }, (_, index) => index + 1),
    );
  });
});

test('this month accumulates through today and has no value afterward', () => {
  const rows = runningTotals(
    [
      { day: '2026-05-01', cents: 150_000 },
      { day: '2026-05-03', cents: 8_410 },
      { day: '2026-05-04', cents: -2_000 },
    ],
    on('2026-05-05'),
  );
  expect(rows.slice(0, 7).map(({ current }) => current)).toEqual([
    150_000,
    150_000,
    158_410,
    156_410,
    156_410,
    null,
    null,
  ]);
});

test('on the 1st, only one day has a value; on the 31st, every day does', () => {
  expect(
    runningTotals([], on('2026-05-01')).filter(({ current }) => current !== null),
  ).toHaveLength(1);
  expect(runningTotals([], on('2026-05-31')).every(({ current }) => current === 0)).toBe(true);
});

test('a day of the month beyond the end of this month has no value', () => {
  const last = runningTotals([{ day: '2026-02-28', cents: 500 }], on('2026-02-28')).slice(27);
  expect(last).toEqual([
    { day: 28, current: 500, previous: 0 },
    { day: 29, current: null, previous: 0 },
    { day: 30, current: null, previous: 0 },
    { day: 31, current: null, previous: 0 },
  ]);
});

test('February 29 of a leap year has its own row', () => {
  const rows = runningTotals([{ day: '2028-02-29', cents: 7 }], on('2028-02-29'));
  expect(rows[28]).toEqual({ day: 29, current: 7, previous: 0 });
  const after = runningTotals([{ day: '2028-02-29', cents: 7 }], on('2028-03-31'));
  expect(after.slice(27, 29).map(({ previous }) => previous)).toEqual([0, 7]);
});

test("last month's total is repeated after its last day", () => {
  const rows = runningTotals([{ day: '2026-04-30', cents: 100 }], on('2026-05-15'));
  expect(rows.slice(28).map(({ previous }) => previous)).toEqual([0, 100, 100]);
});

test('the last value of each month is the sum of its days, to the cent', () => {
  const cents = fc.array(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), {
    minLength: 61,
    maxLength: 61,
  });
  fc.assert(
    fc.property(cents, (amounts) => {
      const first = on('2026-04-01');
      const days = amounts.map((amount, index) => ({
        day: first.add({ days: index }).toString(),
        cents: amount,
      }));
      const last = runningTotals(days, on('2026-05-31')).at(-1);
      const sum = (part: number[]) => part.reduce((total, amount) => total + amount, 0);
      expect(last).toEqual({
        day: 31,
        current: sum(amounts.slice(30)),
        previous: sum(amounts.slice(0, 30)),
      });
    }),
  );
});
