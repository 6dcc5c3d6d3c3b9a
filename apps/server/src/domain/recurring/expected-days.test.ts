import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysDueThrough, dueDays, nextExpectedDay, type Recurrence } from './expected-days.ts';

const recurrence = (
  frequency: string,
  lastDate: string,
  changes: Partial<Recurrence> = {},
): Recurrence => ({
  frequency,
  firstDate: lastDate,
  lastDate,
  predictedNextDate: null,
  ...changes,
});

describe('the next expected day', () => {
  test.each([
    ['WEEKLY', '2026-11-21', '2026-11-28'],
    ['BIWEEKLY', '2026-12-25', '2027-01-08'],
    ['SEMI_MONTHLY', '2026-11-01', '2026-11-16'],
    ['SEMI_MONTHLY', '2026-11-15', '2026-11-30'],
    ['SEMI_MONTHLY', '2026-11-16', '2026-12-01'],
    ['SEMI_MONTHLY', '2026-12-31', '2027-01-15'],
    ['SEMI_MONTHLY', '2026-02-15', '2026-02-28'],
    ['MONTHLY', '2026-11-05', '2026-12-05'],
    ['MONTHLY', '2026-01-31', '2026-02-28'],
    ['MONTHLY', '2028-01-31', '2028-02-29'],
    ['QUARTERLY', '2026-11-30', '2027-02-28'],
    ['ANNUALLY', '2026-02-19', '2027-02-19'],
    ['ANNUALLY', '2028-02-29', '2029-02-28'],
    ['UNKNOWN', '2026-11-05', undefined],
    ['NO_SUCH_FREQUENCY', '2026-11-05', undefined],
    ['constructor', '2026-11-05', undefined],
  ])('of a %s stream last paid on %s is %s', (frequency, last, next) => {
    expect(nextExpectedDay(recurrence(frequency, last))?.toString()).toBe(next);
  });

  test('is the predicted day if there is one, for any frequency', () => {
    const predicted = { predictedNextDate: '2026-12-03' };
    expect(nextExpectedDay(recurrence('MONTHLY', '2026-11-05', predicted))?.toString()).toBe(
      '2026-12-03',
    );
    expect(nextExpectedDay(recurrence('UNKNOWN', '2026-11-05', predicted))?.toString()).toBe(
      '2026-12-03',
    );
  });

  test('is not a predicted day that has already been paid', () => {
    const stale = { predictedNextDate: '2026-11-05' };
    expect(nextExpectedDay(recurrence('MONTHLY', '2026-11-05', stale))?.toString()).toBe(
      '2026-12-05',
    );
  });

  test('returns to the 31st after a shorter month, and to February 29 in a leap year', () => {
    const endOfMonth = recurrence('MONTHLY', '2026-02-28', { firstDate: '2025-10-31' });
    expect(nextExpectedDay(endOfMonth)?.toString()).toBe('2026-03-31');
    const leapDay = recurrence('ANNUALLY', '2031-02-28', { firstDate: '2028-02-29' });
    expect(nextExpectedDay(leapDay)?.toString()).toBe('2032-02-29');
  });
});

/** Formats due days as text: `overdue` day, days of this month, `later` day. */
function formatDueDays(stream: Recurrence, today: string): string {
  const { overdue, thisMonth, later } = dueDays(stream, Temporal.PlainDate.from(today));
  return [
    ...(overdue === null ? [] : [`overdue ${overdue}`]),
    ...thisMonth.map(String),
    ...(later === null ? [] : [`later ${later}`]),
  ].join(', ');
}

describe('due days', () => {
  const rent = recurrence('MONTHLY', '2026-10-25');
  test.each([
    ['2026-11-01', '2026-11-25'],
    ['2026-11-25', '2026-11-25'],
    ['2026-11-26', 'overdue 2026-11-25'],
    // It is still overdue after the month has ended.
    ['2026-12-05', 'overdue 2026-11-25, 2026-12-25'],
    ['2026-12-06', ''],
    ['2026-10-31', 'later 2026-11-25'],
  ])(
    'on %s, rent that is due on the 25th and was last paid in October has the due days: %s',
    (today, expected) => {
      expect(formatDueDays(rent, today)).toBe(expected);
    },
  );

  test('a weekly stream is due once in each remaining week of the month', () => {
    const vegBox = recurrence('WEEKLY', '2026-11-05');
    expect(formatDueDays(vegBox, '2026-11-06')).toBe('2026-11-12, 2026-11-19, 2026-11-26');
    expect(formatDueDays(vegBox, '2026-11-12')).toBe('2026-11-12, 2026-11-19, 2026-11-26');
    expect(formatDueDays(vegBox, '2026-11-14')).toBe('overdue 2026-11-12, 2026-11-19, 2026-11-26');
    expect(formatDueDays(vegBox, '2026-11-22')).toBe('overdue 2026-11-12, 2026-11-26');
    expect(formatDueDays(vegBox, '2026-11-23')).toBe('');
  });

  test('a stream is due at most once in a month if it recurs monthly or less often, and twice if semimonthly', () => {
    expect(formatDueDays(recurrence('ANNUALLY', '2025-11-30'), '2026-11-21')).toBe('2026-11-30');
    expect(formatDueDays(recurrence('MONTHLY', '2026-10-31'), '2026-11-21')).toBe('2026-11-30');
    expect(formatDueDays(recurrence('SEMI_MONTHLY', '2026-10-31'), '2026-11-01')).toBe(
      '2026-11-15, 2026-11-30',
    );
  });

  test('on the last day of a month, only that day can still be due this month', () => {
    expect(formatDueDays(recurrence('MONTHLY', '2026-11-30'), '2026-12-31')).toBe(
      'overdue 2026-12-30',
    );
    expect(formatDueDays(recurrence('WEEKLY', '2026-12-24'), '2026-12-31')).toBe('2026-12-31');
    expect(formatDueDays(recurrence('WEEKLY', '2026-12-25'), '2026-12-31')).toBe(
      'later 2027-01-01',
    );
    expect(formatDueDays(recurrence('MONTHLY', '2028-01-29'), '2028-02-29')).toBe('2028-02-29');
    expect(formatDueDays(recurrence('ANNUALLY', '2028-02-29'), '2029-02-28')).toBe('2029-02-28');
  });

  test('a stream without a predictable day is never due', () => {
    expect(formatDueDays(recurrence('UNKNOWN', '2026-11-05'), '2026-11-06')).toBe('');
    expect(
      formatDueDays(
        recurrence('UNKNOWN', '2026-11-05', { predictedNextDate: '2026-11-30' }),
        '2026-11-06',
      ),
    ).toBe('2026-11-30');
  });

  test('due days up to an end day can be in the next month', () => {
    const through = (stream: Recurrence, today: string, end: string) =>
      daysDueThrough(stream, Temporal.PlainDate.from(today), Temporal.PlainDate.from(end)).map(
        String,
      );
    const weekly = recurrence('WEEKLY', '2026-11-19');
    expect(through(weekly, '2026-11-26', '2026-12-02')).toEqual(['2026-11-26']);
    expect(through(weekly, '2026-11-27', '2026-12-03')).toEqual(['2026-12-03']);
    expect(through(recurrence('MONTHLY', '2026-10-31'), '2026-11-28', '2026-12-04')).toEqual([
      '2026-11-30',
    ]);
    expect(through(recurrence('MONTHLY', '2026-11-02'), '2026-11-28', '2026-12-04')).toEqual([
      '2026-12-02',
    ]);
    expect(through(recurrence('UNKNOWN', '2026-11-19'), '2026-11-26', '2026-12-02')).toEqual([]);
  });

  test('due days are overdue, this month, or later, in order and without repetition, for any stream and day', () => {
    const day = fc
      .integer({ min: 0, max: 3_000 })
      .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }));
    const frequencies = ['WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'];
    fc.assert(
      fc.property(
        fc.constantFrom(...frequencies),
        day,
        fc.integer({ min: 0, max: 400 }),
        (frequency, last, age) => {
          const today = last.add({ days: age });
          const { overdue, thisMonth, later } = dueDays(
            recurrence(frequency, last.toString()),
            today,
          );
          const days = [...(overdue ? [overdue] : []), ...thisMonth, ...(later ? [later] : [])];
          const texts = days.map(String);
          expect(texts).toEqual([...new Set(texts)].sort());
          for (const dueDay of thisMonth) {
            expect(dueDay.toPlainYearMonth().toString()).toBe(today.toPlainYearMonth().toString());
            expect(Temporal.PlainDate.compare(dueDay, today)).toBeGreaterThanOrEqual(0);
          }
          if (overdue) expect(overdue.until(today).days).toBeLessThanOrEqual(10);
          if (later) {
            expect([overdue, thisMonth.length]).toEqual([null, 0]);
            expect(Temporal.PlainYearMonth.compare(later, today.toPlainYearMonth())).toBe(1);
          }
          // A predictable stream has a due day unless it has been overdue for too long.
          const expected = nextExpectedDay(recurrence(frequency, last.toString()));
          const isNoLongerExpected = (expected?.until(today).days ?? 0) > 10;
          expect(days.length === 0).toBe(isNoLongerExpected);
        },
      ),
    );
  });
});
