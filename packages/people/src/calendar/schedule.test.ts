import { expect, test } from 'vitest';
import { dayAt, parseDay } from './calendar.ts';
import type { Schedule } from './schedule.ts';
import {
  biweekly,
  dateInPreviousMonth,
  inMonths,
  monthly,
  nextDueDay,
  nthWeekday,
  semiMonthly,
  yearly,
} from './schedule.ts';

function dueDays(schedule: Schedule, from: string, to: string): string[] {
  const due: string[] = [];
  for (let number = parseDay(from).number; number <= parseDay(to).number; number++) {
    if (schedule.isDue(dayAt(number))) due.push(dayAt(number).iso);
  }
  return due;
}

test('a date of 31 means the last day of a shorter month', () => {
  expect(dueDays(monthly(31), '2028-01-01', '2028-04-30')).toEqual([
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
  ]);
});

test('a due day on a weekend moves to Monday, into the next month if necessary', () => {
  expect(dueDays(monthly(31, 'after'), '2026-01-01', '2026-03-31')).toEqual([
    '2026-02-02',
    '2026-03-02',
    '2026-03-31',
  ]);
});

test('pay due on a weekend moves to Friday, into the previous month if necessary', () => {
  expect(dueDays(monthly(1, 'before'), '2026-01-15', '2026-03-31')).toEqual([
    '2026-01-30',
    '2026-02-27',
  ]);
  expect(dueDays(semiMonthly(15, 31, 'before'), '2026-11-01', '2026-11-30')).toEqual([
    '2026-11-13',
    '2026-11-30',
  ]);
});

test('every schedule has the expected number of due days', () => {
  const years = ['2025-01-01', '2028-12-31'] as const;
  expect(dueDays(monthly(29, 'after'), ...years)).toHaveLength(48);
  expect(dueDays(monthly(30, 'before'), ...years)).toHaveLength(48);
  expect(dueDays(nthWeekday(2, 3), ...years)).toHaveLength(48);
  expect(dueDays(yearly(2, 29), ...years)).toHaveLength(4);
  expect(dueDays(inMonths([2, 5, 8, 11], 31), ...years)).toHaveLength(16);
  expect(dueDays(biweekly(parseDay('2024-01-05')), '2026-11-01', '2026-12-31')).toEqual([
    '2026-11-06',
    '2026-11-20',
    '2026-12-04',
    '2026-12-18',
  ]);
});

test('the next due day is null if there is none within 400 days', () => {
  expect(nextDueDay(yearly(1, 1), parseDay('2026-01-01').number)?.iso).toBe('2027-01-01');
  expect(nextDueDay({ frequency: 'UNKNOWN', isDue: () => false }, 20_000)).toBeNull();
});

test('a date in the previous month can be in the previous year, and is capped at the last day of a short month', () => {
  expect(dateInPreviousMonth(parseDay('2026-01-08'), 13).iso).toBe('2025-12-13');
  expect(dateInPreviousMonth(parseDay('2028-03-08'), 31).iso).toBe('2028-02-29');
});
