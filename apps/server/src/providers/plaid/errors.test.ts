import { describe, expect, test } from 'vitest';
import { faultFrom, isPassing, PlaidFault, type PlaidFaultKind, sentenceFor } from './errors.ts';

/** What the SDK throws for an answer of this kind, with the secrets it carries. */
const answered = (status: number, data: unknown, headers: Record<string, string> = {}) =>
  Object.assign(new Error('Request failed'), {
    config: { headers: { 'PLAID-SECRET': 'canary-secret' }, data: 'canary-token' },
    response: { status, data, headers },
  });

const refused = (error_code: string, error_type = 'ITEM_ERROR', status = 400) =>
  answered(status, { error_code, error_type, request_id: 'r1' });

describe("the aggregator's errors", () => {
  test.each<[string, unknown, PlaidFaultKind]>([
    ['a login that the bank no longer takes', refused('ITEM_LOGIN_REQUIRED'), 'login_required'],
    ['a withdrawn permission', refused('USER_PERMISSION_REVOKED'), 'revoked'],
    ['an item that is gone', refused('ITEM_NOT_FOUND'), 'removed'],
    ['a token that is gone', refused('INVALID_ACCESS_TOKEN', 'INVALID_INPUT'), 'removed'],
    [
      'data that moves under the pages',
      refused('TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION', 'TRANSACTIONS_ERROR'),
      'mutation',
    ],
    ['a product that is not ready', refused('PRODUCT_NOT_READY'), 'not_ready'],
    ['a used public token', refused('INVALID_PUBLIC_TOKEN', 'INVALID_INPUT'), 'link_expired'],
    ['a stale cursor', refused('INVALID_FIELD', 'INVALID_REQUEST'), 'stale_cursor'],
    ['wrong keys', refused('INVALID_API_KEYS', 'INVALID_INPUT'), 'misconfigured'],
    ['a bank that is down', refused('INSTITUTION_DOWN', 'INSTITUTION_ERROR'), 'unavailable'],
    ['any limit', refused('ACCOUNTS_LIMIT', 'RATE_LIMIT_EXCEEDED', 429), 'rate_limited'],
    ['429 without a body', answered(429, ''), 'rate_limited'],
    ['500 with a page of HTML', answered(500, '<html>'), 'unavailable'],
    ['an answer that breaks off', answered(200, ''), 'unavailable'],
    ['an unknown code', refused('BRAND_NEW_CODE'), 'unexpected'],
    ['no answer', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'unavailable'],
    ['no answer in time', Object.assign(new Error('x'), { code: 'ECONNABORTED' }), 'unavailable'],
  ])('%s', (_, error, kind) => {
    expect(faultFrom(error).kind).toBe(kind);
  });

  test('Retry-After is read where it is a number of seconds', () => {
    const after = (value: string) =>
      faultFrom(answered(429, {}, { 'retry-after': value })).retryAfter;
    expect(after('7')).toBe(7);
    expect(after('-7')).toBeUndefined();
    expect(after('Wed, 21 Oct 2026 07:28:00 GMT')).toBeUndefined();
    expect(faultFrom(answered(429, {})).retryAfter).toBeUndefined();
  });

  test('nothing of the request is kept', () => {
    const fault = faultFrom(refused('ITEM_LOGIN_REQUIRED'));
    expect(`${fault.stack} ${JSON.stringify(fault)} ${fault.message}`).not.toContain('canary');
    expect(fault.message).toBe('ITEM_LOGIN_REQUIRED (request r1)');
  });

  test('only what may be gone a moment later is tried again', () => {
    const passing = (kind: PlaidFaultKind) => isPassing(new PlaidFault(kind, 'X'));
    expect(passing('unavailable')).toBe(true);
    expect(passing('rate_limited')).toBe(true);
    for (const kind of ['login_required', 'revoked', 'removed', 'misconfigured'] as const)
      expect(passing(kind)).toBe(false);
  });

  test('each has a sentence that names the bank', () => {
    const kinds: PlaidFaultKind[] = [
      'login_required',
      'revoked',
      'removed',
      'unavailable',
      'mutation',
    ];
    for (const kind of kinds) expect(sentenceFor(kind, 'Harbor')).toMatch(/Harbor.*\.$/);
  });
});
