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

describe('decodeClaims', () => {
  test('claims with non-ASCII letters and base64url characters are decoded', () => {
    expect(decodeClaims(tokenOf({ ...claims, odd: '???>>>~~~' }))).toMatchObject(claims);
  });
  test.each([
    ['is empty', ''],
    ['has no payload', 'abc'],
    ['is not base64', 'a.%%%.c'],
    ['is not JSON', `a.${base64url('nope')}.c`],
    ['contains null', tokenOf(null)],
    ['has no id', tokenOf({ ...claims, id: undefined })],
    ['has an unknown subscription', tokenOf({ ...claims, subscription: 'gold' })],
    ['has no expiry', tokenOf({ ...claims, exp: 'never' })],
  ])('a token that %s has no claims', (_case, token) => {
    expect(decodeClaims(token)).toBeNull();
  });
});

describe('token expiry', () => {
  const expiry = claims.exp * 1000;
  test('renewal is due 15 minutes before a token expires', () => {
    expect(renewalDelay(claims, expiry - 60 * 60_000)).toBe(45 * 60_000);
  });
  test('renewal is due at once if the token expires sooner or has expired', () => {
    expect(renewalDelay(claims, expiry - 14 * 60_000)).toBe(0);
    expect(renewalDelay(claims, expiry + 1)).toBe(0);
  });
  test('a token is expired from the instant of its expiry', () => {
    expect(isExpired(claims, expiry - 1)).toBe(false);
    expect(isExpired(claims, expiry)).toBe(true);
  });
});
