import { describe, expect, test } from 'vitest';
import { decodeClaims, lifetimeOf, parseSessionClaims } from './token-claims.ts';

const claims = {
  id: '0199',
  username: 'zoë+bank@example.com',
  subscription: 'paid',
  email_verified: true,
  sid: 's1',
  iat: 1_799_999_100,
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
    ['has no issue time', tokenOf({ ...claims, iat: undefined })],
    ['has no session', tokenOf({ ...claims, sid: undefined })],
  ])('a token that %s has no claims', (_case, token) => {
    expect(decodeClaims(token)).toBeNull();
  });
});

test("a token's lifetime is computed from its own times, not from this device's clock", () => {
  expect(lifetimeOf(claims)).toBe(15 * 60_000);
});

test('session claims leave out the times and unknown claims', () => {
  const { iat: _iat, exp: _exp, ...session } = claims;
  expect(parseSessionClaims({ ...claims, odd: 1 })).toEqual(session);
  expect(parseSessionClaims('text')).toBeNull();
});
