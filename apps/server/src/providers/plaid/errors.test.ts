import { describe, expect, test } from 'vitest';
import { isTransient, PlaidError, type PlaidErrorKind, toPlaidError } from './errors.ts';

/** Creates an error as the SDK throws it, including secrets. */
const createSdkError = (status: number, data: unknown, headers: Record<string, string> = {}) =>
  Object.assign(new Error('Request failed'), {
    config: { headers: { 'PLAID-SECRET': 'canary-secret' }, data: 'canary-token' },
    response: { status, data, headers },
  });

const createPlaidApiError = (error_code: string, error_type = 'ITEM_ERROR', status = 400) =>
  createSdkError(status, { error_code, error_type, request_id: 'r1' });

describe("the aggregator's errors", () => {
  test.each<[string, unknown, PlaidErrorKind]>([
    [
      'a login that the bank no longer accepts',
      createPlaidApiError('ITEM_LOGIN_REQUIRED'),
      'login_required',
    ],
    ['withdrawn consent', createPlaidApiError('USER_PERMISSION_REVOKED'), 'revoked'],
    ['a removed item', createPlaidApiError('ITEM_NOT_FOUND'), 'removed'],
    [
      'an invalid access token',
      createPlaidApiError('INVALID_ACCESS_TOKEN', 'INVALID_INPUT'),
      'removed',
    ],
    [
      'a mutation during pagination',
      createPlaidApiError('TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION', 'TRANSACTIONS_ERROR'),
      'mutation',
    ],
    ['a product that is not ready', createPlaidApiError('PRODUCT_NOT_READY'), 'not_ready'],
    [
      'a used public token',
      createPlaidApiError('INVALID_PUBLIC_TOKEN', 'INVALID_INPUT'),
      'link_expired',
    ],
    ['a stale cursor', createPlaidApiError('INVALID_FIELD', 'INVALID_REQUEST'), 'stale_cursor'],
    ['invalid API keys', createPlaidApiError('INVALID_API_KEYS', 'INVALID_INPUT'), 'misconfigured'],
    [
      'a bank that is down',
      createPlaidApiError('INSTITUTION_DOWN', 'INSTITUTION_ERROR'),
      'unavailable',
    ],
    [
      'a rate limit',
      createPlaidApiError('ACCOUNTS_LIMIT', 'RATE_LIMIT_EXCEEDED', 429),
      'rate_limited',
    ],
    ['429 without a body', createSdkError(429, ''), 'rate_limited'],
    ['500 with an HTML body', createSdkError(500, '<html>'), 'unavailable'],
    ['an interrupted response', createSdkError(200, ''), 'unavailable'],
    ['an unknown code', createPlaidApiError('BRAND_NEW_CODE'), 'unexpected'],
    ['a connection error', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'unavailable'],
    ['a timeout', Object.assign(new Error('x'), { code: 'ECONNABORTED' }), 'unavailable'],
  ])('%s is mapped to the right kind of error', (_, error, kind) => {
    expect(toPlaidError(error).kind).toBe(kind);
  });

  test('Retry-After is parsed only as a number of seconds', () => {
    const retryAfter = (value: string) =>
      toPlaidError(createSdkError(429, {}, { 'retry-after': value })).retryAfter;
    expect(retryAfter('7')).toBe(7);
    expect(retryAfter('-7')).toBeUndefined();
    expect(retryAfter('Wed, 21 Oct 2026 07:28:00 GMT')).toBeUndefined();
    expect(toPlaidError(createSdkError(429, {})).retryAfter).toBeUndefined();
  });

  test('an error contains no part of the request', () => {
    const error = toPlaidError(createPlaidApiError('ITEM_LOGIN_REQUIRED'));
    expect(`${error.stack} ${JSON.stringify(error)} ${error.message}`).not.toContain('canary');
    expect(error.message).toBe('ITEM_LOGIN_REQUIRED (request r1)');
  });

  test('only transient errors are retried', () => {
    const isRetried = (kind: PlaidErrorKind) => isTransient(new PlaidError(kind, 'X'));
    expect(isRetried('unavailable')).toBe(true);
    expect(isRetried('rate_limited')).toBe(true);
    for (const kind of ['login_required', 'revoked', 'removed', 'misconfigured'] as const)
      expect(isRetried(kind)).toBe(false);
  });
});
