import { createHmac, createPrivateKey } from 'node:crypto';
import {
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ScriptedProvider,
  sendJsonResponse,
  startScriptedProvider,
} from '../../../../tests/support/bank/scripted-provider.ts';
import { createLogger } from '../platform/log.ts';
import { ProviderUnavailable } from '../platform/providers/provider-request.ts';
import type { CallPolicy } from '../platform/providers/retry.ts';
import { InvalidIdToken, type VerifiedIdToken } from '../platform/secrets/id-tokens.ts';
import { createAppleProvider } from './apple/client.ts';
import { createGoogleProvider } from './google/client.ts';

// These tests run for every provider whose ID tokens we verify.

const log = createLogger('silent');
const policy: CallPolicy = {
  timeout: 300,
  retries: { maxAttempts: 2, initialDelay: 1, maxDelay: 1_000, random: () => 1 },
};
const start = Date.parse('2026-11-21T12:00:00Z');
const clock = { now: () => new Date() };
const nowInSeconds = () => Math.floor(Date.now() / 1_000);
// Only the date is replaced, so that timeouts of requests still fire.
beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const advance = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
type Verify = (token: string) => Promise<VerifiedIdToken>;

let provider: ScriptedProvider;
let keyPair: KeyPair;
let otherKeyPair: KeyPair;
let appleKey: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  keyPair = await generateKeyPair('RS256', { extractable: true });
  otherKeyPair = await generateKeyPair('RS256', { extractable: true });
  appleKey = await exportPKCS8((await generateKeyPair('ES256', { extractable: true })).privateKey);
});
afterAll(() => provider.stop());

/** Serves keys by ID from now on. */
async function publishKeys(keys: Record<string, KeyPair>) {
  const jwks = await Promise.all(
    Object.entries(keys).map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg: 'RS256',
      use: 'sig',
    })),
  );
  provider.respond = (_path, response) => sendJsonResponse(response, { keys: jwks });
}

const providers = [
  {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    createVerifier: (): Verify =>
      createGoogleProvider(
        { clientId: 'us', scriptUrl: 'https://x.example', jwksUrl: `${provider.url}/certs` },
        log,
        clock,
        policy,
      ).verifyIdToken,
  },
  {
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    createVerifier: (): Verify =>
      createAppleProvider(
        {
          clientId: 'us',
          teamId: 'TEAM',
          keyId: 'KEY',
          privateKey: appleKey,
          baseUrl: provider.url,
          returnUrl: 'https://cairn.example/api/code/apple/callback',
        },
        log,
        clock,
        policy,
      ).verifyIdToken,
  },
];

describe.each(providers)("$name's ID token", ({ issuer, createVerifier }) => {
  let verify: Verify;

  beforeEach(async () => {
    provider.requests = [];
    await publishKeys({ k1: keyPair });
    verify = createVerifier();
  });

  const claims = (changes: Record<string, unknown> = {}): JWTPayload => ({
    iss: issuer,
    aud: 'us',
    sub: '110169484474386276334',
    email: 'dana@example.com',
    email_verified: true,
    nonce: 'n-7f3c',
    iat: nowInSeconds(),
    exp: nowInSeconds() + 3_600,
    ...changes,
  });
  const sign = (
    changes: Record<string, unknown> = {},
    { kid = 'k1', key = keyPair }: { kid?: string | undefined; key?: KeyPair } = {},
  ) =>
    new SignJWT(claims(changes))
      .setProtectedHeader({ alg: 'RS256', ...(kid === '' ? {} : { kid }) })
      .sign(key.privateKey);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const expectRejected = async (token: string) => {
    const error = await verify(token).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidIdToken);
    return (error as InvalidIdToken).message;
  };

  test('contains the identity and the nonce of the sign-in', async () => {
    expect(await verify(await sign())).toEqual({
      identity: {
        issuer,
        subject: '110169484474386276334',
        email: 'dana@example.com',
        emailVerified: true,
      },
      nonce: 'n-7f3c',
    });
  });

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of an issuer with the same prefix', { iss: `${issuer}.evil.example` }],
    ['without an issuer', { iss: undefined }],
    ['for another client', { aud: 'them' }],
    ['for us and another client', { aud: ['us', 'them'] }],
    ['without an audience', { aud: undefined }],
    ['authorized for another client', { azp: 'them' }],
    ['that expired six minutes ago', { exp: Math.floor(start / 1_000) - 360 }],
    ['without an expiry', { exp: undefined }],
    ['without an issue time', { iat: undefined }],
    ['that becomes valid in six minutes', { nbf: Math.floor(start / 1_000) + 360 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is not a string', { sub: 7 }],
    ['with a subject of 256 characters', { sub: '1'.repeat(256) }],
    ['without a nonce', { nonce: undefined }],
    ['with a nonce that is not a string', { nonce: { is: 'n' } }],
  ])('%s is rejected', async (_defect, changes) => {
    await expectRejected(await sign(changes));
  });

  test('is accepted if the clocks differ by less than five minutes', async () => {
    await expect(verify(await sign({ exp: nowInSeconds() - 290 }))).resolves.toBeDefined();
    await expect(verify(await sign({ nbf: nowInSeconds() + 290 }))).resolves.toBeDefined();
  });

  test("signed with another key under the provider's key ID is rejected", async () => {
    expect(await expectRejected(await sign({}, { key: otherKeyPair }))).toMatch(/SIGNATURE/);
  });

  test('with an unknown key ID is rejected', async () => {
    expect(await expectRejected(await sign({}, { key: otherKeyPair, kid: 'k2' }))).toMatch(
      /NO_MATCHING_KEY/,
    );
  });

  test('without a signature is rejected', async () => {
    const body = encode(claims());
    await expectRejected(`${encode({ alg: 'none', kid: 'k1' })}.${body}.`);
    await expectRejected(`${encode({ alg: 'None' })}.${body}.`);
    await expectRejected(`${encode({ alg: 'RS256', kid: 'k1' })}.${body}.`);
  });

  test('signed with the public key as a shared secret is rejected', async () => {
    const shared = await exportSPKI(keyPair.publicKey);
    const head = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(claims())}`;
    const signature = createHmac('sha256', shared).update(head).digest('base64url');
    expect(await expectRejected(`${head}.${signature}`)).toMatch(/ALG/);
  });

  test("signed by the provider's key with another algorithm is rejected", async () => {
    for (const alg of ['RS384', 'RS512', 'PS256']) {
      const key = createPrivateKey(await exportPKCS8(keyPair.privateKey));
      const token = await new SignJWT(claims()).setProtectedHeader({ alg, kid: 'k1' }).sign(key);
      expect(await expectRejected(token)).toMatch(/ALG/);
    }
  });

  test('that was changed after signing is rejected', async () => {
    const [head = '', , signature = ''] = (await sign()).split('.');
    expect(await expectRejected(`${head}.${encode(claims({ sub: '1' }))}.${signature}`)).toMatch(
      /SIGN/,
    );
  });

  test('that embeds its own key is rejected', async () => {
    const jwk = await exportJWK(otherKeyPair.publicKey);
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', kid: 'k9', jwk })
      .sign(otherKeyPair.privateKey);
    expect(await expectRejected(token)).toMatch(/NO_MATCHING_KEY/);
    expect(provider.requests).toHaveLength(1);
  });

  test.each([[''], ['x'], ['a.b.c'], ['....'], ['{}']])('%j is rejected', async (token) => {
    await expectRejected(token);
  });

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
    ['yes', false],
  ])('with email_verified %j has a verified email: %j', async (value, isVerified) => {
    const { identity } = await verify(await sign({ email_verified: value }));
    expect(identity.emailVerified).toBe(isVerified);
  });

  test('may contain no email address', async () => {
    for (const email of [undefined, '', 7])
      expect((await verify(await sign({ email }))).identity.email).toBeNull();
  });

  describe('needs signing keys, which', () => {
    test('are fetched once by concurrent calls', async () => {
      const token = await sign();
      await Promise.all([1, 2, 3, 4].map(() => verify(token)));
      await verify(token);
      expect(provider.requests).toHaveLength(1);
    });

    test('are cached for ten minutes and then fetched again', async () => {
      await verify(await sign());
      advance(599_000);
      await verify(await sign());
      expect(provider.requests).toHaveLength(1);
      advance(1_000);
      await verify(await sign());
      expect(provider.requests).toHaveLength(2);
    });

    test('are no longer accepted after the provider removes them', async () => {
      await verify(await sign());
      await publishKeys({ k2: otherKeyPair });
      advance(600_000);
      await expectRejected(await sign());
    });

    test('are fetched again for an unknown key, but not for every invalid token', async () => {
      await verify(await sign());
      await publishKeys({ k1: keyPair, k2: otherKeyPair });
      const signWithNewKey = () => sign({}, { kid: 'k2', key: otherKeyPair });
      await expectRejected(await signWithNewKey());
      expect(provider.requests).toHaveLength(1);
      advance(30_000);
      await expect(verify(await signWithNewKey())).resolves.toBeDefined();
      for (const kid of ['k3', 'k4', 'k5'])
        await expectRejected(await sign({}, { kid, key: otherKeyPair }));
      expect(provider.requests).toHaveLength(2);
    });

    test.each([
      ['a server error', 500, 2],
      ['a rate limit', 429, 2],
      ['not found', 404, 1],
      ['a redirect', 302, 1],
    ])('are unavailable on %s', async (_response, status, attempts) => {
      const elsewhere = { location: `${provider.url}/elsewhere` };
      provider.respond = (_path, response) => sendJsonResponse(response, {}, elsewhere, status);
      await expect(verify(await sign())).rejects.toThrow(ProviderUnavailable);
      expect(provider.requests).toHaveLength(attempts);
      expect(provider.requests.map(({ call }) => call)).not.toContain('GET /elsewhere');
    });

    test.each([
      [
        'are truncated JSON',
        (response: import('node:http').ServerResponse) => response.end('{"keys'),
      ],
      [
        'are not a key set',
        (response: import('node:http').ServerResponse) => response.end('{"keys":7}'),
      ],
      ['are interrupted', (response: import('node:http').ServerResponse) => response.destroy()],
      ['never arrive', () => undefined],
    ])('are unavailable within bounded time if they %s', async (_failure, respond) => {
      provider.respond = (_path, response) => void respond(response);
      await expect(verify(await sign())).rejects.toThrow(ProviderUnavailable);
      expect(provider.requests.length).toBeLessThanOrEqual(2);
    });

    test('are fetched again after one failure', async () => {
      await publishKeys({ k1: keyPair });
      const original = provider.respond;
      provider.respond = (path, response) => {
        provider.respond = original;
        sendJsonResponse(response, { path }, {}, 503);
      };
      await expect(verify(await sign())).resolves.toBeDefined();
    });
  });
});

describe("Google's ID token", () => {
  beforeEach(async () => {
    await publishKeys({ k1: keyPair });
  });
  const sign = (changes: Record<string, unknown>) =>
    new SignJWT({
      aud: 'us',
      sub: '1',
      nonce: 'n',
      iat: nowInSeconds(),
      exp: nowInSeconds() + 60,
      ...changes,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .sign(keyPair.privateKey);

  test('has the same identity for both spellings of its issuer', async () => {
    const verify = providers[0]?.createVerifier();
    for (const iss of ['accounts.google.com', 'https://accounts.google.com'])
      expect((await verify?.(await sign({ iss })))?.identity.issuer).toBe(
        'https://accounts.google.com',
      );
  });

  test('that is valid for longer than a day is rejected', async () => {
    const verify = providers[0]?.createVerifier();
    const iss = 'accounts.google.com';
    await expect(
      verify?.(await sign({ iss, exp: nowInSeconds() + 86_400 })),
    ).resolves.toBeDefined();
    await expect(verify?.(await sign({ iss, exp: nowInSeconds() + 87_000 }))).rejects.toThrow(
      InvalidIdToken,
    );
  });
});
