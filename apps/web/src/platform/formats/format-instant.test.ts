import { expect, test } from 'vitest';
import { formatInstant, formatRecentInstant } from './format-instant.ts';

const evening = '2026-10-29T23:30:00.000Z';

test("an instant is formatted in the user's time zone", () => {
  expect(formatInstant(evening, 'day', 'en-US', 'UTC')).toBe('Oct 29, 2026');
  expect(formatInstant(evening, 'day', 'en-US', 'Europe/Paris')).toBe('Oct 30, 2026');
  expect(formatInstant(evening, 'minute', 'en-GB', 'UTC')).toBe('29 Oct 2026, 23:30');
});

test("an instant from today or yesterday in the user's time zone is formatted as such", () => {
  const format = (now: string, timeZone: string) =>
    formatRecentInstant(evening, { now: new Date(now), locale: 'en-GB', timeZone });
  expect(format('2026-10-29T23:59:00Z', 'UTC')).toBe('Today, 23:30');
  expect(format('2026-10-30T00:01:00Z', 'UTC')).toBe('Yesterday, 23:30');
  expect(format('2026-10-31T00:01:00Z', 'UTC')).toBe('29 Oct 2026, 23:30');
  // In Paris it was already the 30th.
  expect(format('2026-10-30T09:00:00Z', 'Europe/Paris')).toBe('Today, 00:30');
});
