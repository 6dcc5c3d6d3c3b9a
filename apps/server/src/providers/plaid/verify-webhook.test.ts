import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createWebhookVerifier } from './verify-webhook.ts';
import type { WebhookKey } from './webhook-keys.ts';

const body = Buffer.from('{"webhook_type": "TRANSACTIONS"}');
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

describe("the aggregator's signature", () => {
  let keyPair: KeyPair;
  let otherKeyPair: KeyPair;
  let published: WebhookKey;
  let fetched: string[];
  let verify: ReturnType<typeof createWebhookVerifier>;

  beforeAll(async () => {
    keyPair = await generateKeyPair('ES256', { extractable: true });
    otherKeyPair = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(keyPair.publicKey);
    published = { kid: 'k1', expired_at: null, ...jwk } as WebhookKey; // An EC key has x and y.
  });

  const verifier = (keys: Record<string, WebhookKey>) => {
    fetched = [];
    return createWebhookVerifier(async (kid) => {
      fetched.push(kid);
      const key = keys[kid];
      if (key === undefined) throw new Error('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
      return key;
    }, systemClock);
  };

  const sign = (
    claims: { hash?: string; secondsOld?: number; kid?: string } = {},
    key = keyPair.privateKey,
  ) =>
    new SignJWT({ request_body_sha256: claims.hash ?? digest(body) })
      .setProtectedHeader({ alg: 'ES256', kid: claims.kid ?? 'k1', typ: 'JWT' })
      .setIssuedAt(Math.floor(Date.now() / 1000) - (claims.secondsOld ?? 0))
      .sign(key);

  const unsigned = (header: object, payload: object) =>
    `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

  test('is accepted for the signed bytes, and its key is fetched once', async () => {
    verify = verifier({ k1: published });
    await verify(body, await sign());
    await verify(body, await sign({ secondsOld: 280 }));
    expect(fetched).toEqual(['k1']);
  });

  test.each([
    ['no signature', async () => undefined, 'UNSIGNED'],
    ['another body', async () => sign({ hash: digest(Buffer.from('{}')) }), 'BODY_CHANGED'],
    ['an invalid digest', async () => sign({ hash: 'zz' }), 'BODY_CHANGED'],
    ['a signature older than five minutes', async () => sign({ secondsOld: 320 }), 'SIGNATURE'],
    ['another key', async () => sign({}, otherKeyPair.privateKey), 'SIGNATURE'],
    [
      'no algorithm',
      async () =>
        unsigned(
          { alg: 'none', kid: 'k1' },
          { iat: Math.floor(Date.now() / 1000), request_body_sha256: digest(body) },
        ),
      'HEADER',
    ],
    [
      'HS256 with the public key as the secret',
      async () =>
        new SignJWT({ request_body_sha256: digest(body) })
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .setIssuedAt()
          .sign(new TextEncoder().encode(JSON.stringify(published))),
      'HEADER',
    ],
    ['a value that is not a JWT', async () => 'nonsense', 'HEADER'],
  ])('is rejected: %s', async (_, signature, reason) => {
    await expect(verifier({ k1: published })(body, await signature())).rejects.toThrow(reason);
  });

  test('is rejected if its key has expired', async () => {
    const expired = verifier({ k1: { ...published, expired_at: 1 } });
    await expect(expired(body, await sign())).rejects.toThrow('KEY_EXPIRED');
  });

  test('is rejected if its key is unknown', async () => {
    await expect(verifier({})(body, await sign({ kid: 'k9' }))).rejects.toThrow();
  });
});
