import { expect, test } from 'vitest';
import { toStripeError } from './errors.ts';

test('a missing object is not found, as recognized by its code and not its message', () => {
  const missing = { type: 'StripeInvalidRequestError', code: 'resource_missing', statusCode: 404 };
  expect(toStripeError(missing).kind).toBe('not_found');
  expect(toStripeError({ ...missing, statusCode: 400 }).kind).toBe('failed');
  expect(toStripeError({ statusCode: 404, message: 'No such subscription' }).kind).toBe('failed');
});

test('any other error is failed, with its type and request ID', () => {
  const fault = toStripeError({
    type: 'StripeAPIError',
    statusCode: 500,
    requestId: 'req_1',
    headers: { authorization: 'Bearer secret' },
    raw: { message: 'secret' },
  });
  expect(fault).toMatchObject({ kind: 'failed', message: 'StripeAPIError (request req_1)' });
  expect(JSON.stringify(fault)).not.toContain('secret');
  expect(toStripeError(new Error('connect ECONNREFUSED')).kind).toBe('failed');
});
