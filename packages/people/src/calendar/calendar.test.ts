import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, dayAt, dayOf, parseDay } from './calendar.ts';

const dayNumbers = fc.integer({ min: -20_000, max: 60_000 });

test('a day parsed from its ISO date or its parts equals the original', () => {
  fc.assert(
    fc.property(dayNumbers, (number) => {
      const day = dayAt(number);
      expect(parseDay(day.iso)).toEqual(day);
      expect(dayOf(day.year, day.month, day.date)).toEqual(day);
    }),
  );
});

test('the calendar agrees with Temporal', () => {
  fc.assert(
    fc.property(dayNumbers, fc.integer({ min: -60, max: 60 }), (number, months) => {
      const day = dayAt(number);
      const date = Temporal.PlainDate.from('1970-01-01').add({ days: number });
      expect(day.iso).toBe(date.toString());
      expect(day.weekday).toBe(date.dayOfWeek % 7);
      expect(day.monthLength).toBe(date.daysInMonth);
      expect(addMonths(day, months).iso).toBe(date.add({ months }).toString());
    }),
  );
});

test('only leap years have February 29', () => {
  expect(addMonths(parseDay('2028-02-29'), -24).iso).toBe('2026-02-28');
  expect(addMonths(parseDay('2026-01-31'), 1).iso).toBe('2026-02-28');
  expect(parseDay('2028-02-29').monthLength).toBe(29);
  expect(() => parseDay('2026-02-29')).toThrow(RangeError);
});

test('parsing text that is not a calendar day throws a RangeError', () => {
  for (const text of ['', 'today', '2026-13-01', '2026-1-1', '2026-11-31', '2026-11-21T00:00']) {
    expect(() => parseDay(text)).toThrow(RangeError);
  }
});
