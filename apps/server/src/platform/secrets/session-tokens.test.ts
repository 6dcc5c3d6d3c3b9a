import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { asUserId } from '../identifiers.ts';
import { createSessionTokens } from './session-tokens.ts';

const key = createSecretKey(randomBytes(32));
const start = new Date('2026-05-15T12:00:00Z');
let now = start;
const clock = { now: () => now };
const tokens = createSessionTokens([{ id: null, key }], clock);
const lifetime = 900;
const subject = {
  userId: asUserId('0190a0a0-0000-7000-8000-000000000001'),
  sessionId: '0190a0a0-0000-7000-8000-000000000002',
  username: 'ada@example.com',
  subscription: 'free',
  emailVerified: false,
} as const;
const toUnixTime = (date: Date) => Math.floor(date.getTime() / 1_000);

beforeEach(() => {
  now = start;
});

test('a token identifies its session and its user', async () => {
  const { userId, sessionId } = subject;
  expect(await tokens.verify(await tokens.sign(subject, lifetime))).toEqual({
    userId,
    sessionId,
    tokenExpiresAt: toUnixTime(start) + lifetime,
  });
});

test('a token has the claims that the client reads, and a unique ID', async () => {
  const claims = decodeJwt(await tokens.sign(subject, lifetime));
  expect(claims).toMatchObject({
    id: subject.userId,
    username: 'ada@example.com',
    subscription: 'free',
    email_verified: false,
    iss: 'cairn',
    aud: 'cairn-web',
    exp: toUnixTime(start) + lifetime,
  });
  expect(decodeJwt(await tokens.sign(subject, lifetime)).jti).not.toBe(claims.jti);
});

test('a token expires after its lifetime, even if it is cached', async () => {
  const token = await tokens.sign(subject, lifetime);
  expect(await tokens.verify(token)).toBeDefined();
  now = new Date(start.getTime() + (lifetime - 1) * 1_000);
  expect(await tokens.verify(token)).toBeDefined();
  now = new Date(start.getTime() + lifetime * 1_000);
  expect(await tokens.verify(token)).toBeUndefined();
});

describe('with several keys', () => {
  const newKey = createSecretKey(randomBytes(32));
  const namedKeys = [
    { id: 'k2', key: newKey },
    { id: 'k1', key },
  ];
  const tokensOfBothKeys = createSessionTokens(namedKeys, clock);

  test('the newest key signs, and its tokens name it', async () => {
    const token = await tokensOfBothKeys.sign(subject, lifetime);
    expect(decodeProtectedHeader(token).kid).toBe('k2');
    expect(await tokensOfBothKeys.verify(token)).toBeDefined();
    expect(await createSessionTokens(namedKeys.slice(0, 1), clock).verify(token)).toBeDefined();
    expect(await createSessionTokens(namedKeys.slice(1), clock).verify(token)).toBeUndefined();
  });

  test('tokens of the older key stay valid, even those that it signed before it had a name', async () => {
    const unnamed = await tokens.sign(subject, lifetime);
    expect(decodeProtectedHeader(unnamed).kid).toBeUndefined();
    const old = await createSessionTokens([{ id: 'k1', key }], clock).sign(subject, lifetime);
    for (const token of [unnamed, old]) expect(await tokensOfBothKeys.verify(token)).toBeDefined();
  });

  test('a token is checked only with the key that it names', async () => {
    for (const kid of ['k1', 'k3', ''])
      expect(
        await tokensOfBothKeys.verify(
          await new SignJWT({ id: subject.userId, sid: subject.sessionId, jti: 'one' })
            .setProtectedHeader({ alg: 'HS256', kid })
            .setIssuer('cairn')
            .setAudience('cairn-web')
            .setExpirationTime(toUnixTime(start) + 600)
            .sign(newKey),
        ),
      ).toBeUndefined();
  });
});

describe('verifying a token', () => {
  const validClaims: JWTPayload = {
    id: subject.userId,
    sid: subject.sessionId,
    jti: 'one',
    iss: 'cairn',
    aud: 'cairn-web',
    exp: toUnixTime(start) + 600,
  };
  const signed = (claims: JWTPayload, alg = 'HS256', signingKey = key) =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(signingKey);
  const unsigned = (header: object, claims: JWTPayload) =>
    `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
  const without = (name: string): JWTPayload =>
    Object.fromEntries(Object.entries(validClaims).filter(([claim]) => claim !== name));

  test('accepts the valid token that the other tests change', async () => {
    expect(await tokens.verify(await signed(validClaims))).toBeDefined();
  });

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  test.each<[string, () => string | Promise<string>]>([
    ['no signature (alg none)', () => unsigned({ alg: 'none' }, validClaims)],
    ['no signature (alg None)', () => unsigned({ alg: 'None' }, validClaims)],
    ['no signature under our own algorithm', () => unsigned({ alg: 'HS256' }, validClaims)],
    ['another key', () => signed(validClaims, 'HS256', createSecretKey(randomBytes(32)))],
    ['another algorithm', () => signed(validClaims, 'HS512', createSecretKey(randomBytes(64)))],
    [
      'a public-key algorithm',
      () => new SignJWT(validClaims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    ],
    ['another issuer', () => signed({ ...validClaims, iss: 'elsewhere' })],
    ['no issuer', () => signed(without('iss'))],
    ['another audience', () => signed({ ...validClaims, aud: 'other-web' })],
    ['no audience', () => signed(without('aud'))],
    ['no expiry', () => signed(without('exp'))],
    ['an expiry in the past', () => signed({ ...validClaims, exp: toUnixTime(start) - 1 })],
    ['a start in the future', () => signed({ ...validClaims, nbf: toUnixTime(start) + 60 })],
    ['no token ID', () => signed(without('jti'))],
    ['no session', () => signed(without('sid'))],
    ['no user', () => signed(without('id'))],
    ['a session ID that is not a string', () => signed({ ...validClaims, sid: 7 })],
    ['no content', () => ''],
    ['a body that is not a JWT', () => 'a.b.c'],
    ['100,000 characters', () => 'x'.repeat(100_000)],
  ])('rejects a token with %s', async (_defect, createToken) => {
    expect(await tokens.verify(await createToken())).toBeUndefined();
  });

  test('rejects claims that were changed after signing', async () => {
    const [header, , signature] = (await signed(validClaims)).split('.');
    const claims = Buffer.from(JSON.stringify({ ...validClaims, sid: 'another' })).toString(
      'base64url',
    );
    expect(await tokens.verify(`${header}.${claims}.${signature}`)).toBeUndefined();
  });
});
