import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { asUserId } from './identifiers.ts';
import { createSessionTokens, tokenLifetime } from './session-tokens.ts';

const key = createSecretKey(randomBytes(32));
const started = new Date('2026-05-15T12:00:00Z');
let now = started;
const tokens = createSessionTokens(key, { now: () => now });
const subject = {
  userId: asUserId('0190a0a0-0000-7000-8000-000000000001'),
  sessionId: '0190a0a0-0000-7000-8000-000000000002',
  username: 'ada@example.com',
  subscription: 'free',
  emailVerified: false,
} as const;
const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);

beforeEach(() => {
  now = started;
});

test('a token names its session and its user', async () => {
  const { userId, sessionId } = subject;
  expect(await tokens.sessionOf(await tokens.sign(subject))).toEqual({ userId, sessionId });
});

test('its claims are what the client reads, with an id of its own each time', async () => {
  const claims = decodeJwt(await tokens.sign(subject));
  expect(claims).toMatchObject({
    id: subject.userId,
    username: 'ada@example.com',
    subscription: 'free',
    email_verified: false,
    iss: 'cairn',
    aud: 'cairn-web',
    exp: seconds(started) + tokenLifetime,
  });
  expect(decodeJwt(await tokens.sign(subject)).jti).not.toBe(claims.jti);
});

test('it ends after an hour, also when it has been seen before', async () => {
  const token = await tokens.sign(subject);
  expect(await tokens.sessionOf(token)).toBeDefined();
  now = new Date(started.getTime() + (tokenLifetime - 1) * 1_000);
  expect(await tokens.sessionOf(token)).toBeDefined();
  now = new Date(started.getTime() + tokenLifetime * 1_000);
  expect(await tokens.sessionOf(token)).toBeUndefined();
});

describe('refused as not one of ours:', () => {
  const good: JWTPayload = {
    id: subject.userId,
    sid: subject.sessionId,
    jti: 'one',
    iss: 'cairn',
    aud: 'cairn-web',
    exp: seconds(started) + 600,
  };
  const signed = (claims: JWTPayload, alg = 'HS256', by = key) =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(by);
  const unsigned = (header: object, claims: JWTPayload) =>
    `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
  const without = (name: string): JWTPayload =>
    Object.fromEntries(Object.entries(good).filter(([claim]) => claim !== name));

  test('(the good one, from which the others differ in one thing, is taken)', async () => {
    expect(await tokens.sessionOf(await signed(good))).toBeDefined();
  });

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  test.each<[string, () => string | Promise<string>]>([
    ['no signature (alg none)', () => unsigned({ alg: 'none' }, good)],
    ['no signature (alg None)', () => unsigned({ alg: 'None' }, good)],
    ['no signature under our own algorithm', () => unsigned({ alg: 'HS256' }, good)],
    ['another key', () => signed(good, 'HS256', createSecretKey(randomBytes(32)))],
    ['another algorithm', () => signed(good, 'HS512', createSecretKey(randomBytes(64)))],
    [
      'a public-key algorithm',
      () => new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    ],
    ['another issuer', () => signed({ ...good, iss: 'elsewhere' })],
    ['no issuer', () => signed(without('iss'))],
    ['another audience', () => signed({ ...good, aud: 'other-web' })],
    ['no audience', () => signed(without('aud'))],
    ['no end', () => signed(without('exp'))],
    ['an end that has passed', () => signed({ ...good, exp: seconds(started) - 1 })],
    ['a start that is to come', () => signed({ ...good, nbf: seconds(started) + 60 })],
    ['no id', () => signed(without('jti'))],
    ['no session', () => signed(without('sid'))],
    ['no user', () => signed(without('id'))],
    ['a session that is no text', () => signed({ ...good, sid: 7 })],
    ['nothing at all', () => ''],
    ['text that is no token', () => 'a.b.c'],
    ['more than anyone signs', () => 'x'.repeat(100_000)],
  ])('%s', async (_what, make) => {
    expect(await tokens.sessionOf(await make())).toBeUndefined();
  });

  test('a token whose claims were changed after signing', async () => {
    const [header, , signature] = (await signed(good)).split('.');
    const claims = Buffer.from(JSON.stringify({ ...good, sid: 'another' })).toString('base64url');
    expect(await tokens.sessionOf(`${header}.${claims}.${signature}`)).toBeUndefined();
  });
});
