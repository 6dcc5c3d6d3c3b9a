import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseDay } from './calendar/calendar.ts';
import { categories } from './categories.ts';
import { demoPerson } from './demo/demo-person.ts';
import type { Life } from './life.ts';
import { people, personByUsername } from './people.ts';

const today = '2026-11-21';

/** The day a transaction counts on. */
function dayOfRow(row: Life['transactions'][number]): string {
  return row.authorizedDate ?? row.date;
}

test('a person is found by username', () => {
  for (const person of people) expect(personByUsername(person.username)).toBe(person);
  expect(personByUsername('user_nobody')).toBeNull();
  expect(new Set(people.map((person) => person.username)).size).toBe(people.length);
});

test('generating a life for an invalid day throws a RangeError', () => {
  for (const person of people)
    expect(() => person.generateLife('2026-02-30', 1)).toThrow(RangeError);
});

describe.each([...people, demoPerson])('$username', (person) => {
  const life = person.generateLife(today, 1);

  test('the same seed and day give the same life', () => {
    // `toEqual` would take seconds on a hundred thousand transactions.
    expect(isDeepStrictEqual(person.generateLife(today, 1), life)).toBe(true);
  });

  test('another seed gives another life', () => {
    if (life.transactions.length === 0) return expect(person.username).toBe('user_empty');
    const amounts = (generated: Life) => generated.transactions.map((row) => row.amount);
    expect(amounts(person.generateLife(today, 2))).not.toEqual(amounts(life));
  });

  test('transactions have unique keys, are sorted by day, and lie within the 24 months', () => {
    expect(new Set(life.transactions.map((row) => row.key)).size).toBe(life.transactions.length);
    let previousDay = '2024-11-22';
    for (const row of life.transactions) {
      if (dayOfRow(row) < previousDay || row.date > today || row.date < dayOfRow(row)) {
        expect.fail(`${row.key} is out of order, in the future, or before the window`);
      }
      previousDay = dayOfRow(row);
    }
  });

  test('transactions have existing accounts, categories, and streams, and amounts in whole cents', () => {
    const accounts = new Set(life.accounts.map((account) => account.key));
    const streams = new Set(life.streams.map((stream) => stream.key));
    expect(accounts.size).toBe(life.accounts.length);
    for (const row of life.transactions) {
      const isValid =
        accounts.has(row.accountKey) &&
        categories.has(row.category) &&
        (row.streamKey === null || streams.has(row.streamKey)) &&
        Number.isInteger(row.amount) &&
        row.amount !== 0 &&
        ['USD', 'EUR'].includes(row.currency) &&
        row.name !== '' &&
        (row.website === null || row.website.endsWith('.example'));
      if (!isValid) expect.fail(`${row.key} is invalid: ${JSON.stringify(row)}`);
    }
  });

  test('only transactions of the last three days are pending, dated by their authorized date', () => {
    const earliestPending = parseDay(today).number - 3;
    for (const row of life.transactions) {
      if (!row.pending) continue;
      expect(row.date).toBe(row.authorizedDate);
      expect(parseDay(row.date).number).toBeGreaterThanOrEqual(earliestPending);
    }
  });

  test('streams agree with their transactions', () => {
    for (const stream of life.streams) {
      const rows = life.transactions.filter((row) => row.streamKey === stream.key);
      const amounts = rows.map((row) => row.amount);
      expect(stream.firstDate).toBe(rows[0]?.date);
      expect(stream.lastDate).toBe(rows.at(-1)?.date);
      expect(stream.lastAmount).toBe(amounts.at(-1));
      expect(stream.averageAmount).toBeLessThanOrEqual(Math.max(...amounts));
      expect(stream.averageAmount).toBeGreaterThanOrEqual(Math.min(...amounts));
      expect(stream.direction).toBe(stream.lastAmount < 0 ? 'inflow' : 'outflow');
      expect(new Set(rows.map((row) => row.accountKey))).toEqual(new Set([stream.accountKey]));
      expect(categories.has(stream.category)).toBe(true);
      expect(stream.status === 'TOMBSTONED').toBe(!stream.active);
      if (stream.active && stream.frequency !== 'UNKNOWN') {
        expect(stream.predictedNextDate?.localeCompare(today)).toBe(1);
      } else expect(stream.predictedNextDate).toBeNull();
    }
  });
});

test('every person with subscriptions has a canceled subscription and one whose price rose', () => {
  for (const username of ['user_good', 'user_freelance', 'user_student', 'user_retiree']) {
    for (const day of ['2025-07-01', '2026-11-21', '2028-02-29', '2029-01-01']) {
      const streams = personByUsername(username)?.generateLife(day, 1).streams ?? [];
      expect(streams.some((stream) => stream.status === 'TOMBSTONED')).toBe(true);
      const priceIncreases = streams.filter(
        (stream) => stream.direction === 'outflow' && stream.lastAmount > stream.averageAmount,
      );
      expect(priceIncreases.length).toBeGreaterThan(0);
    }
  }
});

test('the heavy spender has at least 100,000 transactions on any day', () => {
  for (const day of ['2026-02-28', '2027-03-01', '2028-02-29']) {
    const life = personByUsername('user_heavy')?.generateLife(day, 3);
    expect(life?.transactions.length).toBeGreaterThanOrEqual(100_000);
  }
});

test('the newcomer has accounts, but no transactions or streams', () => {
  const life = personByUsername('user_empty')?.generateLife(today, 1);
  expect(life?.accounts.map((account) => account.subtype)).toEqual(['checking', 'savings']);
  expect(life?.transactions).toEqual([]);
  expect(life?.streams).toEqual([]);
});

test('the edge-case person has a merchant name of every kind that breaks careless software', () => {
  const rows = personByUsername('user_odd')?.generateLife(today, 1).transactions ?? [];
  const names = [...new Set(rows.map((row) => row.name))];
  for (const pattern of [
    /^=/,
    /^\+/,
    /^-/,
    /^@/,
    /"/,
    /'/,
    /,/,
    /<script>/,
    /\p{Extended_Pictographic}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Hebrew}/u,
    /\u202e/,
    /\t/,
    /\n/,
    /.{200}/,
  ]) {
    expect(
      names.some((name) => pattern.test(name)),
      String(pattern),
    ).toBe(true);
  }
});
