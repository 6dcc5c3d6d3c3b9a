import { expect, test } from 'vitest';
// The list is a type on the server, gone when it runs: read as text.
import recorded from '../../../../server/src/domain/activity.queries.ts?raw';
import { activityWords, toldEvents } from './activity-words.ts';

test('every event that the server records has words, and no other', () => {
  const [, union = ''] = /type ActivityEvent =([^;]*);/.exec(recorded) ?? [];
  const events = [...union.matchAll(/'(\w+)'/g)].map(([, event]) => event);
  expect(events.length).toBeGreaterThan(10);
  expect(toldEvents.toSorted()).toEqual(events.toSorted());
});

test('an event of a newer server is told by its name', () => {
  expect(activityWords('quota_raised').text).toBe('Quota raised');
});
