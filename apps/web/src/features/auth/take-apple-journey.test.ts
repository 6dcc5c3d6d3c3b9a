import { expect, test } from 'vitest';
import { readAppleJourney } from './take-apple-journey.ts';

test('a trip to Apple that was noted is remembered', () => {
  expect(readAppleJourney('{"purpose":"link"}')).toEqual({ purpose: 'link' });
  expect(readAppleJourney('{"purpose":"sign-in","next":"/transactions"}')).toEqual({
    purpose: 'sign-in',
    next: '/transactions',
  });
});

test.each([[null], ['null'], ['7'], ['no JSON'], ['{"purpose":"sign-in","next":7}']])(
  'one that was not, or not so (%s), is a sign-in that leads to the dashboard',
  (stored) => expect(readAppleJourney(stored)).toEqual({ purpose: 'sign-in', next: '/' }),
);
