import { describe, expect, test } from 'vitest';
import { entriesByDay, weekOf, weeksOfMonth } from './calendar-days.ts';
import { testStream } from './test-stream.ts';

const noneDueSoon = { until: '2026-05-21', streams: [], total: 0, count: 0, omitted_count: 0 };

describe('the calendar', () => {
  test('has weeks that start on Sunday', () => {
    expect(weekOf('2026-11-21')).toEqual([
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
    expect(weekOf('2026-11-22')[0]).toBe('2026-11-22');
    expect(weekOf('2027-01-01')[0]).toBe('2026-12-27');
  });

  test.each([
    ['2026-02-10', 4],
    ['2026-11-21', 5],
    ['2026-05-31', 6],
    ['2028-02-29', 5],
  ])('of the month of %s has %d weeks and each day of the month once', (day, count) => {
    const weeks = weeksOfMonth(day);
    expect(weeks).toHaveLength(count);
    const daysOfMonth = weeks.flat().filter((weekday) => weekday.startsWith(day.slice(0, 7)));
    expect(new Set(daysOfMonth).size).toBe(daysOfMonth.length);
    expect(daysOfMonth).toHaveLength(
      new Date(Date.UTC(+day.slice(0, 4), +day.slice(5, 7), 0)).getUTCDate(),
    );
  });

  test('has due, overdue, and paid entries on their days', () => {
    const late = testStream({ stream_id: 'late', overdue: true });
    const due = testStream({ stream_id: 'due', predicted_next_date: '2026-05-20' });
    const paid = testStream({ stream_id: 'paid', predicted_next_date: '2026-06-02' });
    const nextMonth = { ...due, predicted_next_date: '2026-06-01' };
    const days = entriesByDay({
      recurring: [late, due, paid],
      upcoming: [late, due],
      later: [paid],
      due_soon: { ...noneDueSoon, streams: [due, nextMonth] },
      paid: [
        { stream_id: 'due', day: '2026-05-06', amount: 43 },
        { stream_id: 'paid', day: '2026-05-06', amount: 40 },
        { stream_id: 'due', day: '2026-05-13', amount: 44 },
        { stream_id: 'hidden', day: '2026-05-13', amount: 1 },
      ],
    });
    const summaries = [...days].map(([day, entries]) => [
      day,
      entries.map(({ stream, state, amount }) => `${stream.stream_id} ${state} ${amount}`),
    ]);
    expect(Object.fromEntries(summaries)).toEqual({
      '2026-05-06': ['due paid 43', 'paid paid 40'],
      '2026-05-10': ['late overdue 44'],
      '2026-05-13': ['due paid 44'],
      '2026-05-20': ['due due 44'],
      '2026-06-01': ['due due 44'],
      '2026-06-02': ['paid due 44'],
    });
  });
});
