import { expect, test } from 'vitest';
import { parseCoinbaseError } from './errors.ts';

test.each([
  [400, { error: 'invalid_grant' }, 'grant_invalid'],
  [401, { error: 'invalid_client' }, 'misconfigured'],
  [400, { error: 'something_new' }, 'unexpected'],
  [401, { errors: [{ id: 'expired_token' }] }, 'access_expired'],
  [401, { errors: [{ id: 'something_new' }] }, 'access_expired'],
  [403, { errors: [{ id: 'invalid_scope' }] }, 'not_allowed'],
  [404, { errors: [] }, 'unexpected'],
  [401, undefined, 'access_expired'],
  [400, { error: 'constructor' }, 'unexpected'],
])('status %i with %o is an error of kind %s', (status, body, kind) => {
  expect(parseCoinbaseError(status, body).kind).toBe(kind);
});
