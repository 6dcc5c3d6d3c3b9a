import { expect, test } from 'vitest';
import { faultIn } from './errors.ts';

test.each([
  [400, { error: 'invalid_grant' }, 'grant_over'],
  [401, { error: 'invalid_client' }, 'misconfigured'],
  [400, { error: 'something_new' }, 'unexpected'],
  [401, { errors: [{ id: 'expired_token' }] }, 'access_over'],
  [401, { errors: [{ id: 'something_new' }] }, 'access_over'],
  [403, { errors: [{ id: 'invalid_scope' }] }, 'not_allowed'],
  [404, { errors: [] }, 'unexpected'],
  [401, undefined, 'access_over'],
  [400, { error: 'constructor' }, 'unexpected'],
])('status %i with %o is an error of kind %s', (status, body, kind) => {
  expect(faultIn(status, body).kind).toBe(kind);
});
