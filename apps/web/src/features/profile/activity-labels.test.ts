import { expect, test } from 'vitest';
// The list is a type on the server, so it is read from the source text.
import source from '../../../../server/src/identity/activity.queries.ts?raw';
import { activityDetails, activityLabel, labeledEvents } from './activity-labels.ts';

test('exactly the events that the server records have labels', () => {
  const [, union = ''] = /type ActivityEvent =([^;]*);/.exec(source) ?? [];
  const events = [...union.matchAll(/'(\w+)'/g)].map(([, event]) => event);
  expect(events.length).toBeGreaterThan(10);
  expect(labeledEvents.toSorted()).toEqual(events.toSorted());
});

test('an unknown event from a newer server is labeled by its name', () => {
  expect(activityLabel('quota_raised').text).toBe('Quota raised');
});

test('an event shows its detail and where it came from', () => {
  const detail = 'Firefox on Linux';
  expect(activityDetails({ detail, ip: '203.0.113.0/24' })).toEqual([
    'Firefox on Linux',
    'from the network 203.0.113.0/24',
  ]);
  expect(activityDetails({ detail: '', ip: '203.0.113.7' })).toEqual(['from 203.0.113.7']);
  expect(activityDetails({ detail: '', ip: null })).toEqual([]);
});
