import { describe, expect, test } from 'vitest';
import { decodeClaims, isExpired, renewalDelay } from './token-claims.ts';

const claims = {
  id: '0199',
  username: 'zoë+bank@example.com',
  subscription: 'paid',
  email_verified: true,
  sid: 's1',
  exp: 1_800_000_000,
};
const base64url = (text: string) =>
  new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true });
const tokenOf = (payload: unknown) => `header.${base64url(JSON.stringify(payload))}.signature`;

describe('the claims of a token', () => {
  test('are read with letters beyond ASCII and base64url characters', () => {
    expect(decodeClaims(tokenOf({ ...claims, odd: '???>>>~~~' }))).toMatchObject(claims);
  });
  test.each([
    ['an empty text', ''],
    ['no payload', 'abc'],
    ['no base64', 'a.%%%.c'],
    ['no JSON', `a.${base64url('nope')}.c`],
    ['null', tokenOf(null)],
    ['no id', tokenOf({ ...claims, id: undefined })],
    ['an unknown subscription', tokenOf({ ...claims, subscription: 'gold' })],
    ['no end', tokenOf({ ...claims, exp: 'never' })],
  ])('are null for %s', (_what, token) => {
    expect(decodeClaims(token)).toBeNull();
  });
});

describe('renewal', () => {
  const end = claims.exp * 1000;
  test('is due 15 minutes before the end', () => {
    expect(renewalDelay(claims, end - 60 * 60_000)).toBe(45 * 60_000);
  });
  test('is due at once when less than that is left, or nothing', () => {
    expect(renewalDelay(claims, end - 14 * 60_000)).toBe(0);
    expect(renewalDelay(claims, end + 1)).toBe(0);
  });
  test('a token has ended at its very instant', () => {
    expect(isExpired(claims, end - 1)).toBe(false);
    expect(isExpired(claims, end)).toBe(true);
  });
});
