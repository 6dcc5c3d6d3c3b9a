import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  formatAxisValue,
  formatDay,
  formatMoney,
  formatMonth,
  formatTimeAgo,
  localToday,
  moneyParts,
} from './formats.ts';
import { userTimeZone } from './time-zone.ts';

describe('formatMoney', () => {
  test('an amount has a dollar sign, thousands separators, and two decimals', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatMoney(0)).toBe('$0.00');
    expect(formatMoney(9_876_543.21)).toBe('$9,876,543.21');
  });
  test('a negative amount has a minus sign before the dollar sign', () => {
    expect(formatMoney(-2600)).toBe('−$2,600.00');
  });
  test('an amount that rounds to zero has no sign', () => {
    expect(formatMoney(-0)).toBe('$0.00');
    expect(formatMoney(-0.001)).toBe('$0.00');
  });
  test('an amount can be formatted without decimals', () => {
    expect(formatMoney(1611.6, 'USD', 0)).toBe('$1,612');
  });
  test('another currency has its own symbol, and an unknown code is used unchanged', () => {
    expect(formatMoney(12, 'EUR')).toBe('€12.00');
    expect(formatMoney(-12, 'not a code')).toBe('not a code −12.00');
  });
  test('moneyParts separates the cents from the whole amount', () => {
    expect(moneyParts(-1234.5)).toEqual({ whole: '−$1,234', cents: '.50' });
  });
});

describe('formatAxisValue', () => {
  test('values of 1,000 and above are shortened to one decimal and a k', () => {
    expect(formatAxisValue(999)).toBe('999');
    expect(formatAxisValue(1000)).toBe('1.0k');
    expect(formatAxisValue(12_340)).toBe('12.3k');
    expect(formatAxisValue(-1500)).toBe('−1.5k');
  });
});

describe('formatDay and formatMonth', () => {
  afterEach(() => vi.unstubAllEnvs());
  test.each(['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles', 'Pacific/Niue'])(
    'a calendar day stays the same in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      expect(userTimeZone()).toBe(zone);
      expect(formatDay('2026-03-08', 'long', 'en-US')).toBe('Sunday, March 8, 2026');
      expect(formatDay('2026-11-01', 'numeric', 'en-US')).toBe('11/1');
      expect(formatMonth('2026-01', 'long', 'en-US')).toBe('January 2026');
    },
  );
  test('a day follows the locale', () => {
    expect(formatDay('2026-10-29', 'numeric', 'en-GB')).toBe('29/10');
    expect(formatDay('2026-10-29', 'medium', 'de-DE')).toBe('29. Okt. 2026');
  });
  test('text that is not a day is returned unchanged', () => {
    expect(formatDay('soon')).toBe('soon');
  });
  test("today is the device's local day, not the UTC day", () => {
    expect(localToday(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(localToday(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
  });
});

describe('formatTimeAgo', () => {
  const now = Date.UTC(2026, 0, 1);
  test('a past time is formatted in the largest unit that fits', () => {
    expect(formatTimeAgo(now - 20_000, now)).toBe('just now');
    expect(formatTimeAgo(now - 60_000, now)).toBe('1 minute ago');
    expect(formatTimeAgo(now - 3 * 3_600_000, now)).toBe('3 hours ago');
    expect(formatTimeAgo(now - 50 * 3_600_000, now)).toBe('2 days ago');
  });
});
