import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueDays, expectedDay, type Rhythm } from './stream-days.ts';

const rhythm = (frequency: string, lastDate: string, more: Partial<Rhythm> = {}): Rhythm => ({
  frequency,
  firstDate: lastDate,
  lastDate,
  predictedNextDate: null,
  ...more,
});

describe('the day on which something is expected next', () => {
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
    ['EVERY_BLUE_MOON', '2026-11-05', undefined],
    ['constructor', '2026-11-05', undefined],
  ])('%s after %s is %s', (frequency, last, next) => {
    expect(expectedDay(rhythm(frequency, last))?.toString()).toBe(next);
  });

  test('is the predicted one where there is one, whatever the frequency', () => {
    const predicted = { predictedNextDate: '2026-12-03' };
    expect(expectedDay(rhythm('MONTHLY', '2026-11-05', predicted))?.toString()).toBe('2026-12-03');
    expect(expectedDay(rhythm('UNKNOWN', '2026-11-05', predicted))?.toString()).toBe('2026-12-03');
  });

  test('is not a predicted day that has come already', () => {
    const stale = { predictedNextDate: '2026-11-05' };
    expect(expectedDay(rhythm('MONTHLY', '2026-11-05', stale))?.toString()).toBe('2026-12-05');
  });

  test('is the 31st again after a month that has none, and 29 February after years without', () => {
    const endOfMonth = rhythm('MONTHLY', '2026-02-28', { firstDate: '2025-10-31' });
    expect(expectedDay(endOfMonth)?.toString()).toBe('2026-03-31');
    const leapDay = rhythm('ANNUALLY', '2031-02-28', { firstDate: '2028-02-29' });
    expect(expectedDay(leapDay)?.toString()).toBe('2032-02-29');
  });
});

/** What is due in words: `late` a day, days, `later` a day. */
function due(given: Rhythm, today: string): string {
  const { overdue, thisMonth, later } = dueDays(given, Temporal.PlainDate.from(today));
  return [
    ...(overdue === null ? [] : [`late ${overdue}`]),
    ...thisMonth.map(String),
    ...(later === null ? [] : [`later ${later}`]),
  ].join(', ');
}

describe('what is due, seen from a day', () => {
  const rent = rhythm('MONTHLY', '2026-10-25');
  test.each([
    ['2026-11-01', '2026-11-25'],
    ['2026-11-25', '2026-11-25'],
    ['2026-11-26', 'late 2026-11-25'],
    // Also when another month has begun meanwhile.
    ['2026-12-05', 'late 2026-11-25, 2026-12-25'],
    ['2026-12-06', ''],
    ['2026-10-31', 'later 2026-11-25'],
  ])('rent of the 25th, last paid in October, on %s: %s', (today, expected) => {
    expect(due(rent, today)).toBe(expected);
  });

  test('what comes every week is due on each day that is left of the month', () => {
    const box = rhythm('WEEKLY', '2026-11-05');
    expect(due(box, '2026-11-06')).toBe('2026-11-12, 2026-11-19, 2026-11-26');
    expect(due(box, '2026-11-12')).toBe('2026-11-12, 2026-11-19, 2026-11-26');
    expect(due(box, '2026-11-14')).toBe('late 2026-11-12, 2026-11-19, 2026-11-26');
    expect(due(box, '2026-11-22')).toBe('late 2026-11-12, 2026-11-26');
    expect(due(box, '2026-11-23')).toBe('');
  });

  test('what is due once a month or less often is due once', () => {
    expect(due(rhythm('ANNUALLY', '2025-11-30'), '2026-11-21')).toBe('2026-11-30');
    expect(due(rhythm('MONTHLY', '2026-10-31'), '2026-11-21')).toBe('2026-11-30');
    expect(due(rhythm('SEMI_MONTHLY', '2026-10-31'), '2026-11-01')).toBe('2026-11-15, 2026-11-30');
  });

  test('on the last day of a month only what comes on that day is left of it', () => {
    expect(due(rhythm('MONTHLY', '2026-11-30'), '2026-12-31')).toBe('late 2026-12-30');
    expect(due(rhythm('WEEKLY', '2026-12-24'), '2026-12-31')).toBe('2026-12-31');
    expect(due(rhythm('WEEKLY', '2026-12-25'), '2026-12-31')).toBe('later 2027-01-01');
    expect(due(rhythm('MONTHLY', '2028-01-29'), '2028-02-29')).toBe('2028-02-29');
    expect(due(rhythm('ANNUALLY', '2028-02-29'), '2029-02-28')).toBe('2029-02-28');
  });

  test('without a day that can be told, nothing is due', () => {
    expect(due(rhythm('UNKNOWN', '2026-11-05'), '2026-11-06')).toBe('');
    expect(
      due(rhythm('UNKNOWN', '2026-11-05', { predictedNextDate: '2026-11-30' }), '2026-11-06'),
    ).toBe('2026-11-30');
  });

  test('whatever the rhythm and the day: late or this month or later, in order, each day once', () => {
    const day = fc
      .integer({ min: 0, max: 3_000 })
      .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }));
    const words = ['WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'];
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        day,
        fc.integer({ min: 0, max: 400 }),
        (word, last, age) => {
          const today = last.add({ days: age });
          const { overdue, thisMonth, later } = dueDays(rhythm(word, last.toString()), today);
          const days = [...(overdue ? [overdue] : []), ...thisMonth, ...(later ? [later] : [])];
          const texts = days.map(String);
          expect(texts).toEqual([...new Set(texts)].sort());
          for (const each of thisMonth) {
            expect(each.toPlainYearMonth().toString()).toBe(today.toPlainYearMonth().toString());
            expect(Temporal.PlainDate.compare(each, today)).toBeGreaterThanOrEqual(0);
          }
          if (overdue) expect(overdue.until(today).days).toBeLessThanOrEqual(10);
          if (later) {
            expect([overdue, thisMonth.length]).toEqual([null, 0]);
            expect(Temporal.PlainYearMonth.compare(later, today.toPlainYearMonth())).toBe(1);
          }
          // Something that can be told is due somewhere, or has been waited for in vain.
          const expected = expectedDay(rhythm(word, last.toString()));
          const given_up = (expected?.until(today).days ?? 0) > 10;
          expect(days.length === 0).toBe(given_up);
        },
      ),
    );
  });
});
