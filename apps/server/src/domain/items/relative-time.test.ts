import { expect, test } from 'vitest';
import { findLastSync, formatRelativeTime } from './relative-time.ts';

const now = new Date('2026-05-15T12:00:00Z');
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'Just now'],
  [minute - 1, 'Just now'],
  [minute, '1 minute ago'],
  [5 * minute, '5 minutes ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [3 * hour, '3 hours ago'],
  [day - 1, '23 hours ago'],
  [day, 'Yesterday'],
  [2 * day - 1, 'Yesterday'],
  [2 * day, '2 days ago'],
  [4 * day, '4 days ago'],
  [400 * day, '400 days ago'],
])('%i seconds ago is formatted as %j', (seconds, expected) => {
  expect(formatRelativeTime(new Date(now.getTime() - seconds * 1_000), now)).toBe(expected);
});

test('null is formatted as Never', () => expect(formatRelativeTime(null, now)).toBe('Never'));

test('an instant in the future is formatted as Just now', () => {
  expect(formatRelativeTime(new Date(now.getTime() + 90_000), now)).toBe('Just now');
});

test('the last sync is the newest of all items, or null', () => {
  const at = (text: string) => ({ last_synced_at: new Date(text) });
  const never = { last_synced_at: null };
  expect(findLastSync([at('2026-05-01'), at('2026-05-03'), never])).toEqual(new Date('2026-05-03'));
  expect(findLastSync([never])).toBeNull();
  expect(findLastSync([])).toBeNull();
});
