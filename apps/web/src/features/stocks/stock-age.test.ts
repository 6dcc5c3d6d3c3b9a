import { describe, expect, test } from 'vitest';
import { isStale, newestPriceTime, priceAgeText, rowAgeText } from './stock-age.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
const stock = (minutes: number | null) => ({
  name: 'AAPL',
  price: 1,
  at: minutes === null ? null : now - minutes * minute,
});

describe('the age of the prices', () => {
  test.each([
    [0, 'Prices from a moment ago'],
    [1, 'Prices from 1 minute ago'],
    [3, 'Prices from 3 minutes ago'],
    [59.9, 'Prices from 59 minutes ago'],
    [60, 'Prices from 1 hour ago'],
    [72 * 60, 'Prices from 3 days ago'],
  ])('of %d minutes is shown as %s', (minutes, text) => {
    expect(priceAgeText(now - minutes * minute, now)).toBe(text);
  });

  test('is the age of the newest price', () => {
    expect(newestPriceTime([stock(7), stock(3), stock(null)])).toBe(now - 3 * minute);
  });

  test('is unknown if no price has a time', () => {
    expect(newestPriceTime([])).toBeUndefined();
    expect(newestPriceTime([stock(null)])).toBeUndefined();
  });

  test("is 'a moment ago' if clock skew makes it negative", () => {
    expect(priceAgeText(now + 5 * minute, now)).toBe('Prices from a moment ago');
    expect(isStale(now + 5 * minute, now)).toBe(false);
  });

  test('makes them stale after 15 minutes', () => {
    expect(isStale(now - 15 * minute, now)).toBe(false);
    expect(isStale(now - 15 * minute - 1, now)).toBe(true);
  });
});

test('the age of one price is shown if it is much older than the newest', () => {
  expect(rowAgeText(stock(180), now - minute, now)).toBe('from 3 hours ago');
  expect(rowAgeText(stock(6), now - minute, now)).toBeUndefined();
  // If all prices are old, their age is shown once above the table.
  expect(rowAgeText(stock(180), now - 180 * minute, now)).toBeUndefined();
  expect(rowAgeText(stock(null), now, now)).toBeUndefined();
});
