import { createHash, randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { JWKPublicKey } from 'plaid';
import type { StateFile } from '../../state-file.ts';
import type { Wire } from '../calls/wire.ts';

interface SavedKey {
  kid: string;
  createdAt: number;
  privateJwk: jose.JWK;
}

/**
 * The ES256 key that signs webhooks (https://plaid.com/docs/api/webhooks/webhook-verification/).
 * It is saved, so that webhooks stay valid across a restart.
 */
export class SigningKey {
  readonly kid: string;
  private readonly createdAt: number;
  private readonly key: CryptoKey;
  private readonly publicJwk: jose.JWK;

  private constructor(saved: SavedKey, key: CryptoKey) {
    this.kid = saved.kid;
    this.createdAt = saved.createdAt;
    this.key = key;
    this.publicJwk = saved.privateJwk;
  }

  /** Loads the saved key, or creates a key. */
  static async open(stateFile: StateFile, now: number): Promise<SigningKey> {
    let current: SavedKey | null = null;
    const previous = stateFile.section('signing_key', () => current);
    // Only the line above writes this section, so its shape is known.
    current = (previous as SavedKey | undefined) ?? (await makeKey(now));
    const key = await jose.importJWK(current.privateJwk, 'ES256');
    if (key instanceof Uint8Array) throw new Error('the saved signing key is not an EC key');
    return new SigningKey(current, key);
  }

  /** Signs a webhook body with a token issued at `now` (milliseconds). */
  sign(body: string, now: number): Promise<string> {
    return signWith(this.key, this.kid, body, now);
  }

  /** Signs with a different key under the same `kid`. */
  async signForged(body: string, now: number): Promise<string> {
    const { privateKey } = await jose.generateKeyPair('ES256');
    return signWith(privateKey, this.kid, body, now);
  }

  /** Returns the public key as in /webhook_verification_key/get. */
  publicKey(): Wire<JWKPublicKey> {
    const { x = '', y = '' } = this.publicJwk;
    return {
      alg: 'ES256',
      crv: 'P-256',
      kid: this.kid,
      kty: 'EC',
      use: 'sig',
      x,
      y,
      created_at: this.createdAt,
      expired_at: null,
    };
  }
}

async function makeKey(now: number): Promise<SavedKey> {
  const { privateKey } = await jose.generateKeyPair('ES256', { extractable: true });
  return {
    kid: randomUUID(),
    createdAt: Math.floor(now / 1000),
    privateJwk: await jose.exportJWK(privateKey),
  };
}

function signWith(key: CryptoKey, kid: string, body: string, now: number): Promise<string> {
  const digest = createHash('sha256').update(body).digest('hex');
  return new jose.SignJWT({ request_body_sha256: digest })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuedAt(Math.floor(now / 1000))
    .sign(key);
}
