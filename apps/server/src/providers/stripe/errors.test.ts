import { expect, test } from 'vitest';
import { toStripeError } from './errors.ts';

test('an error is mapped to not_found by its status and code, not by its message', () => {
  const missing = { type: 'StripeInvalidRequestError', code: 'resource_missing', statusCode: 404 };
  expect(toStripeError(missing).kind).toBe('not_found');
  expect(toStripeError({ ...missing, statusCode: 400 }).kind).toBe('failed');
  expect(toStripeError({ statusCode: 404, message: 'No such subscription' }).kind).toBe('failed');
});

test('any other error is mapped to failed, with its type and request ID', () => {
  const failed = toStripeError({
    type: 'StripeAPIError',
    statusCode: 500,
    requestId: 'req_1',
    headers: { authorization: 'Bearer secret' },
    raw: { message: 'secret' },
  });
  expect(failed).toMatchObject({ kind: 'failed', message: 'StripeAPIError (request req_1)' });
  expect(JSON.stringify(failed)).not.toContain('secret');
  expect(toStripeError(new Error('connect ECONNREFUSED')).kind).toBe('failed');
});
