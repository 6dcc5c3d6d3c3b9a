import { expect, test } from 'vitest';
import { parseProviderRedirect } from './consume-provider-redirect.ts';

test('a stored redirect to a provider is parsed', () => {
  expect(parseProviderRedirect('{"purpose":"link"}')).toEqual({ purpose: 'link' });
  expect(parseProviderRedirect('{"purpose":"sign-in","next":"/transactions"}')).toEqual({
    purpose: 'sign-in',
    next: '/transactions',
  });
});

test.each([[null], ['null'], ['7'], ['no JSON'], ['{"purpose":"sign-in","next":7}']])(
  'a missing or malformed redirect (%s) is treated as a sign-in that continues at the dashboard',
  (stored) => expect(parseProviderRedirect(stored)).toEqual({ purpose: 'sign-in', next: '/' }),
);
