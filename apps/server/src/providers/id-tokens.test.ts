import { createHmac, createPrivateKey } from 'node:crypto';
import {
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedProvider,
  sendJsonAnswer,
  startScriptedProvider,
} from '../../../../tests/support/scripted-provider.ts';
import { ProviderAway } from '../platform/ask-provider.ts';
import { IdTokenRefused, type ReadIdToken } from '../platform/id-tokens.ts';
import { openLog } from '../platform/log.ts';
import type { Patience } from '../platform/retrying.ts';
import { createAppleProvider } from './apple/client.ts';
import { createGoogleProvider } from './google/client.ts';

// Every provider whose ID tokens we read has to pass these.

const log = openLog('silent');
const patience: Patience = {
  timeout: 300,
  retries: { tries: 2, firstDelay: 1, longestDelay: 1_000, random: () => 1 },
};
const start = Date.parse('2026-11-21T12:00:00Z');
let time = start;
const clock = { now: () => new Date(time) };
const seconds = () => Math.floor(time / 1_000);

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
type Read = (token: string) => Promise<ReadIdToken>;

let provider: ScriptedProvider;
let pair: Pair;
let other: Pair;
let appleKey: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  pair = await generateKeyPair('RS256', { extractable: true });
  other = await generateKeyPair('RS256', { extractable: true });
  appleKey = await exportPKCS8((await generateKeyPair('ES256', { extractable: true })).privateKey);
});
afterAll(() => provider.stop());

/** Publishes keys by their id, from now on. */
async function publish(keys: Record<string, Pair>, headers: Record<string, string> = {}) {
  const published = await Promise.all(
    Object.entries(keys).map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg: 'RS256',
      use: 'sig',
    })),
  );
  provider.answer = (_path, response) => sendJsonAnswer(response, { keys: published }, headers);
}

const kinds = [
  {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    open: (): Read =>
      createGoogleProvider(
        { clientId: 'us', scriptUrl: 'https://x.example', jwksUrl: `${provider.url}/certs` },
        log,
        clock,
        patience,
      ).read,
  },
  {
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    open: (): Read =>
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
        patience,
      ).read,
  },
];

describe.each(kinds)("$name's ID token", ({ issuer, open }) => {
  let read: Read;

  beforeEach(async () => {
    time = start;
    provider.asked = [];
    await publish({ k1: pair });
    read = open();
  });

  const claims = (changes: Record<string, unknown> = {}): JWTPayload => ({
    iss: issuer,
    aud: 'us',
    sub: '110169484474386276334',
    email: 'dana@example.com',
    email_verified: true,
    nonce: 'n-7f3c',
    iat: seconds(),
    exp: seconds() + 3_600,
    ...changes,
  });
  const sign = (
    changes: Record<string, unknown> = {},
    { kid = 'k1', key = pair }: { kid?: string | undefined; key?: Pair } = {},
  ) =>
    new SignJWT(claims(changes))
      .setProtectedHeader({ alg: 'RS256', ...(kid === '' ? {} : { kid }) })
      .sign(key.privateKey);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const refusal = async (token: string) => {
    const error = await read(token).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IdTokenRefused);
    return (error as IdTokenRefused).message;
  };

  test('tells who somebody is, and in which sign-in', async () => {
    expect(await read(await sign())).toEqual({
      person: {
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
    ['of an issuer that begins alike', { iss: `${issuer}.evil.example` }],
    ['without an issuer', { iss: undefined }],
    ['for another client', { aud: 'them' }],
    ['for us and another client', { aud: ['us', 'them'] }],
    ['for nobody', { aud: undefined }],
    ['that was asked for by another client', { azp: 'them' }],
    ['that ran out six minutes ago', { exp: Math.floor(start / 1_000) - 360 }],
    ['without an end', { exp: undefined }],
    ['without a beginning', { iat: undefined }],
    ['that counts in six minutes only', { nbf: Math.floor(start / 1_000) + 360 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is no text', { sub: 7 }],
    ['with a subject of 256 characters', { sub: '1'.repeat(256) }],
    ['without a nonce', { nonce: undefined }],
    ['with a nonce that is no text', { nonce: { is: 'n' } }],
  ])('%s is refused', async (_what, changes) => {
    await refusal(await sign(changes));
  });

  test("is taken while the provider's clock differs by less than five minutes", async () => {
    await expect(read(await sign({ exp: seconds() - 290 }))).resolves.toBeDefined();
    await expect(read(await sign({ nbf: seconds() + 290 }))).resolves.toBeDefined();
  });

  test('signed with another key under the id of theirs is refused', async () => {
    expect(await refusal(await sign({}, { key: other }))).toMatch(/SIGNATURE/);
  });

  test('of an unknown key is refused', async () => {
    expect(await refusal(await sign({}, { key: other, kid: 'k2' }))).toMatch(/NO_MATCHING_KEY/);
  });

  test('without a signature is refused', async () => {
    const body = encode(claims());
    await refusal(`${encode({ alg: 'none', kid: 'k1' })}.${body}.`);
    await refusal(`${encode({ alg: 'None' })}.${body}.`);
    await refusal(`${encode({ alg: 'RS256', kid: 'k1' })}.${body}.`);
  });

  test('signed with the public key as if it were a shared secret is refused', async () => {
    const shared = await exportSPKI(pair.publicKey);
    const head = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(claims())}`;
    const signature = createHmac('sha256', shared).update(head).digest('base64url');
    expect(await refusal(`${head}.${signature}`)).toMatch(/ALG/);
  });

  test('of another algorithm is refused, though the key is theirs', async () => {
    for (const alg of ['RS384', 'RS512', 'PS256']) {
      const key = createPrivateKey(await exportPKCS8(pair.privateKey));
      const token = await new SignJWT(claims()).setProtectedHeader({ alg, kid: 'k1' }).sign(key);
      expect(await refusal(token)).toMatch(/ALG/);
    }
  });

  test('that was changed after it was signed is refused', async () => {
    const [head = '', , signature = ''] = (await sign()).split('.');
    expect(await refusal(`${head}.${encode(claims({ sub: '1' }))}.${signature}`)).toMatch(/SIGN/);
  });

  test('that brings its own key is refused', async () => {
    const jwk = await exportJWK(other.publicKey);
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', kid: 'k9', jwk })
      .sign(other.privateKey);
    expect(await refusal(token)).toMatch(/NO_MATCHING_KEY/);
    expect(provider.asked).toHaveLength(1);
  });

  test.each([[''], ['x'], ['a.b.c'], ['....'], ['{}']])('%j is none', async (token) => {
    await refusal(token);
  });

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
    ['yes', false],
  ])('an address verified as %j counts as %j', async (said, counts) => {
    const { person } = await read(await sign({ email_verified: said }));
    expect(person.emailVerified).toBe(counts);
  });

  test('may tell no address', async () => {
    for (const email of [undefined, '', 7])
      expect((await read(await sign({ email }))).person.email).toBeNull();
  });

  describe('needs keys, which', () => {
    test('are read once for everyone who asks at the same time', async () => {
      const token = await sign();
      await Promise.all([1, 2, 3, 4].map(() => read(token)));
      await read(token);
      expect(provider.asked).toHaveLength(1);
    });

    test('are kept as long as they say, and read again then', async () => {
      await publish({ k1: pair }, { 'cache-control': 'public, max-age=3000' });
      await read(await sign());
      time += 2_999_000;
      await read(await sign());
      expect(provider.asked).toHaveLength(1);
      time += 1_000;
      await read(await sign());
      expect(provider.asked).toHaveLength(2);
    });

    test('that are taken back no longer count once read again', async () => {
      await read(await sign());
      await publish({ k2: other });
      time += 600_000;
      await refusal(await sign());
    });

    test('are looked for again when a new one signs, but not at every wrong token', async () => {
      await publish({ k1: pair }, { 'cache-control': 'max-age=86400' });
      await read(await sign());
      await publish({ k1: pair, k2: other });
      const fresh = () => sign({}, { kid: 'k2', key: other });
      await refusal(await fresh());
      expect(provider.asked).toHaveLength(1);
      time += 30_000;
      await expect(read(await fresh())).resolves.toBeDefined();
      for (const kid of ['k3', 'k4', 'k5']) await refusal(await sign({}, { kid, key: other }));
      expect(provider.asked).toHaveLength(2);
    });

    test.each([
      ['an error', 500, 2],
      ['that it is asked too often', 429, 2],
      ['that there are none', 404, 1],
      ['that they are elsewhere', 302, 1],
    ])('with %s: nobody is let in, nobody is called a forger', async (_what, status, tries) => {
      const elsewhere = { location: `${provider.url}/elsewhere` };
      provider.answer = (_path, response) => sendJsonAnswer(response, {}, elsewhere, status);
      await expect(read(await sign())).rejects.toThrow(ProviderAway);
      expect(provider.asked).toHaveLength(tries);
      expect(provider.asked.map(({ call }) => call)).not.toContain('GET /elsewhere');
    });

    test.each([
      ['cannot be read', (response: import('node:http').ServerResponse) => response.end('{"keys')],
      ['are no keys', (response: import('node:http').ServerResponse) => response.end('{"keys":7}')],
      ['are cut off', (response: import('node:http').ServerResponse) => response.destroy()],
      ['never come', () => undefined],
    ])('%s: likewise, within bounded time', async (_what, answer) => {
      provider.answer = (_path, response) => void answer(response);
      await expect(read(await sign())).rejects.toThrow(ProviderAway);
      expect(provider.asked.length).toBeLessThanOrEqual(2);
    });

    test('fail once: nobody notices', async () => {
      await publish({ k1: pair });
      const usual = provider.answer;
      provider.answer = (path, response) => {
        provider.answer = usual;
        sendJsonAnswer(response, { path }, {}, 503);
      };
      await expect(read(await sign())).resolves.toBeDefined();
    });
  });
});

describe("Google's ID token", () => {
  beforeEach(async () => {
    time = start;
    await publish({ k1: pair });
  });
  const sign = (changes: Record<string, unknown>) =>
    new SignJWT({
      aud: 'us',
      sub: '1',
      nonce: 'n',
      iat: seconds(),
      exp: seconds() + 60,
      ...changes,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .sign(pair.privateKey);

  test('names the same person in both spellings of its issuer', async () => {
    const read = kinds[0]?.open();
    for (const iss of ['accounts.google.com', 'https://accounts.google.com'])
      expect((await read?.(await sign({ iss })))?.person.issuer).toBe(
        'https://accounts.google.com',
      );
  });

  test('that would live longer than a day is refused', async () => {
    const read = kinds[0]?.open();
    const iss = 'accounts.google.com';
    await expect(read?.(await sign({ iss, exp: seconds() + 86_400 }))).resolves.toBeDefined();
    await expect(read?.(await sign({ iss, exp: seconds() + 87_000 }))).rejects.toThrow(
      IdTokenRefused,
    );
  });
});
