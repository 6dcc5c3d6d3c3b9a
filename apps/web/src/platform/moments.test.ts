import { expect, test } from 'vitest';
import { formatMoment, formatMomentNear } from './moments.ts';

const evening = '2026-10-29T23:30:00.000Z';

test('an instant is told where the person is', () => {
  expect(formatMoment(evening, 'day', 'en-US', 'UTC')).toBe('Oct 29, 2026');
  expect(formatMoment(evening, 'day', 'en-US', 'Europe/Paris')).toBe('Oct 30, 2026');
  expect(formatMoment(evening, 'minute', 'en-GB', 'UTC')).toBe('29 Oct 2026, 23:30');
});

test('a day that is near is called by its name, where the person is', () => {
  const near = (now: string, timeZone: string) =>
    formatMomentNear(evening, { now: new Date(now), locale: 'en-GB', timeZone });
  expect(near('2026-10-29T23:59:00Z', 'UTC')).toBe('Today, 23:30');
  expect(near('2026-10-30T00:01:00Z', 'UTC')).toBe('Yesterday, 23:30');
  expect(near('2026-10-31T00:01:00Z', 'UTC')).toBe('29 Oct 2026, 23:30');
  // In Paris it was the 30th already.
  expect(near('2026-10-30T09:00:00Z', 'Europe/Paris')).toBe('Today, 00:30');
});
