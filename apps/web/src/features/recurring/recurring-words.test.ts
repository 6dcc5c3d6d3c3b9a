import { describe, expect, test } from 'vitest';
import { dueWords } from '../../platform/due-words.ts';
import { entriesByDay, weekOf, weeksOfMonth } from './calendar-days.ts';
import { priceChanges } from './price-changes.ts';
import type { Stream } from './recurring.api.ts';
import { frequencyWords, stateOf, titleOf } from './stream-words.ts';

const stream = (more: Partial<Stream> = {}): Stream => ({
  stream_id: 'id',
  name: null,
  stream_type: 'outflow',
  account_id: 'acc',
  merchant_name: 'Iron Gym',
  description: 'IRON GYM DUES',
  last_amount: { amount: 44 },
  average_amount: { amount: 42 },
  currency: 'USD',
  frequency: 'MONTHLY',
  last_date: '2026-04-10',
  predicted_next_date: '2026-05-10',
  category: null,
  is_active: true,
  status: 'active',
  overdue: false,
  kind: null,
  confirmed: false,
  dismissed: false,
  ...more,
});

describe('in words', () => {
  test('a stream is called as the person says, else by its merchant, else as the bank writes', () => {
    expect(titleOf(stream({ name: 'Climbing' }))).toBe('Climbing');
    expect(titleOf(stream())).toBe('Iron Gym');
    expect(titleOf(stream({ merchant_name: null }))).toBe('IRON GYM DUES');
  });

  test.each([
    ['WEEKLY', 'every week'],
    ['BIWEEKLY', 'every 2 weeks'],
    ['SEMI_MONTHLY', 'twice a month'],
    ['MONTHLY', 'every month'],
    ['QUARTERLY', 'every 3 months'],
    ['ANNUALLY', 'every year'],
    ['UNKNOWN', 'at irregular times'],
    ['constructor', 'at irregular times'],
  ])('%s is %s', (frequency, words) => {
    expect(frequencyWords(frequency)).toBe(words);
  });

  test.each([
    ['2026-05-15', 'today'],
    ['2026-05-16', 'tomorrow'],
    ['2026-06-01', 'in 17 days'],
    ['2026-05-14', '1 day late'],
    ['2026-05-05', '10 days late'],
  ])('due on %s, seen from 15 May, is %s', (day, words) => {
    expect(dueWords(day, '2026-05-15')).toBe(words);
  });

  test('a state is said where there is one: the person’s word first', () => {
    expect(stateOf(stream())).toBeNull();
    expect(stateOf(stream({ overdue: true }))?.label).toBe('Overdue');
    expect(stateOf(stream({ status: 'cancelled' }))?.label).toBe('Cancelled');
    expect(stateOf(stream({ status: 'tombstoned' }))?.label).toBe('Ended');
    expect(stateOf(stream({ status: 'tombstoned', dismissed: true }))?.label).toBe('Dismissed');
  });
});

describe('prices', () => {
  const paid = (...amounts: number[]) => amounts.map((amount, id) => ({ id: String(id), amount }));

  test('that change are marked with what it was before', () => {
    const { before, varies } = priceChanges(paid(17.99, 17.99, 15.99, 15.99, 15.99));
    expect([[...before], varies]).toEqual([[['1', 15.99]], false]);
  });

  test('of what differs every time do not change: there is none', () => {
    expect(priceChanges(paid(81, 77, 102, 102, 99))).toEqual({ before: new Map(), varies: true });
  });

  test('of one or two payments', () => {
    expect(priceChanges(paid(5)).before.size).toBe(0);
    expect([...priceChanges(paid(6, 5)).before]).toEqual([['0', 5]]);
  });
});

describe('the calendar', () => {
  test('has weeks from Sunday on', () => {
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
  ])('of the month of %s has %d weeks, with each of its days once', (day, count) => {
    const weeks = weeksOfMonth(day);
    expect(weeks).toHaveLength(count);
    const own = weeks.flat().filter((one) => one.startsWith(day.slice(0, 7)));
    expect(new Set(own).size).toBe(own.length);
    expect(own).toHaveLength(
      new Date(Date.UTC(+day.slice(0, 4), +day.slice(5, 7), 0)).getUTCDate(),
    );
  });

  test('has what is due, late and paid on its day', () => {
    const late = stream({ stream_id: 'late', overdue: true });
    const due = stream({ stream_id: 'due', predicted_next_date: '2026-05-20' });
    const paid = stream({ stream_id: 'paid', predicted_next_date: '2026-06-02' });
    const days = entriesByDay({
      recurring: [late, due, paid],
      upcoming: [late, due],
      later: [paid],
      paid: [
        { stream_id: 'due', day: '2026-05-06', amount: 43 },
        { stream_id: 'paid', day: '2026-05-06', amount: 40 },
        { stream_id: 'due', day: '2026-05-13', amount: 44 },
        { stream_id: 'hidden', day: '2026-05-13', amount: 1 },
      ],
    });
    const said = [...days].map(([day, entries]) => [
      day,
      entries.map((one) => `${one.stream.stream_id} ${one.state} ${one.amount}`),
    ]);
    expect(Object.fromEntries(said)).toEqual({
      '2026-05-06': ['due paid 43', 'paid paid 40'],
      '2026-05-10': ['late overdue 44'],
      '2026-05-13': ['due paid 44'],
      '2026-05-20': ['due due 44'],
      '2026-06-02': ['paid due 44'],
    });
  });
});
