import { expect, test } from 'vitest';
import { formatMoment } from './moments.ts';

const evening = '2026-10-29T23:30:00.000Z';

test('an instant is told where the person is', () => {
  expect(formatMoment(evening, 'day', 'en-US', 'UTC')).toBe('Oct 29, 2026');
  expect(formatMoment(evening, 'day', 'en-US', 'Europe/Paris')).toBe('Oct 30, 2026');
  expect(formatMoment(evening, 'minute', 'en-GB', 'UTC')).toBe('29 Oct 2026, 23:30');
});
