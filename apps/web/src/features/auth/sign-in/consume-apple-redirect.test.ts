import { expect, test } from 'vitest';
import { parseAppleRedirect } from './consume-apple-redirect.ts';

test('a stored redirect to Apple is parsed', () => {
  expect(parseAppleRedirect('{"purpose":"link"}')).toEqual({ purpose: 'link' });
  expect(parseAppleRedirect('{"purpose":"sign-in","next":"/transactions"}')).toEqual({
    purpose: 'sign-in',
    next: '/transactions',
  });
});

test.each([[null], ['null'], ['7'], ['no JSON'], ['{"purpose":"sign-in","next":7}']])(
  'a missing or malformed redirect (%s) counts as a sign-in that continues at the dashboard',
  (stored) => expect(parseAppleRedirect(stored)).toEqual({ purpose: 'sign-in', next: '/' }),
);
