import { expect, test } from 'vitest';
import { formatDueDate } from '../../domain/format-due-date.ts';
import { frequencyLabel } from '../../domain/frequency-label.ts';
import { confirmedBadge, kindLabel, streamStateBadge, streamTitle } from './stream-labels.ts';
import { testStream } from './test-stream.ts';

test("a stream's title is the user's name for it, otherwise the merchant, otherwise the description", () => {
  expect(streamTitle(testStream({ name: 'Climbing' }))).toBe('Climbing');
  expect(streamTitle(testStream())).toBe('Iron Gym');
  expect(streamTitle(testStream({ merchant_name: null }))).toBe('IRON GYM DUES');
});

test.each([
  ['WEEKLY', 'Weekly'],
  ['BIWEEKLY', 'Every 2 weeks'],
  ['SEMI_MONTHLY', 'Twice a month'],
  ['MONTHLY', 'Monthly'],
  ['QUARTERLY', 'Quarterly'],
  ['ANNUALLY', 'Yearly'],
  ['UNKNOWN', 'Irregular'],
  ['constructor', 'Irregular'],
])('the frequency %s has the label %s', (frequency, label) => {
  expect(frequencyLabel(frequency)).toBe(label);
});

test.each([
  ['2026-05-15', 'today'],
  ['2026-05-16', 'tomorrow'],
  ['2026-06-01', 'in 17 days'],
  ['2026-05-14', '1 day late'],
  ['2026-05-05', '10 days late'],
])('on May 15, the due date %s is shown as %j', (day, label) => {
  expect(formatDueDate(day, '2026-05-15')).toBe(label);
});

test("a dismissal takes precedence over the bank's status in the state badge", () => {
  expect(streamStateBadge(testStream())).toBeNull();
  expect(streamStateBadge(testStream({ overdue: true }))?.label).toBe('Overdue');
  expect(streamStateBadge(testStream({ status: 'cancelled' }))?.label).toBe('Canceled');
  expect(streamStateBadge(testStream({ status: 'tombstoned' }))?.label).toBe('Ended');
  expect(streamStateBadge(testStream({ status: 'tombstoned', dismissed: true }))?.label).toBe(
    'Dismissed',
  );
});

test('a stream is shown as confirmed or as dismissed, never as both', () => {
  expect(confirmedBadge(testStream())).toBeNull();
  expect(confirmedBadge(testStream({ confirmed: true }))?.label).toBe('Confirmed');
  const both = testStream({ confirmed: true, dismissed: true });
  expect([confirmedBadge(both), streamStateBadge(both)?.label]).toEqual([null, 'Dismissed']);
});

test("a stream's kind is the one that the user chose, or Subscription because of its category", () => {
  const gym = testStream({ category: 'personal_care_gyms_and_fitness_centers' });
  expect(kindLabel(testStream())).toBeNull();
  expect(kindLabel(gym)).toBe('Subscription');
  expect(kindLabel({ ...gym, kind: 'bill' })).toBe('Bill');
});
