import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { PlaidFault } from './errors.ts';

/** A verification key as `/webhook_verification_key/get` gives it (a JWK with its dates). */
export interface WebhookKey {
  kid: string;
  kty: string;
  crv: string;
  x: string;
  y: string;
  expired_at: number | null;
}

type ImportedKey = Awaited<ReturnType<typeof importJWK>>;

const maxKeys = 20;
const bad = (reason: string) => new PlaidFault('unexpected', `WEBHOOK_${reason}`);

/**
 * Verifies the aggregator's webhooks: an ES256 JWT in the `Plaid-Verification` header, at most five
 * minutes old, whose `request_body_sha256` is the hash of the raw body.
 * Source: Plaid documentation, 'Webhook verification'.
 */
export function createWebhookVerifier(fetchKey: (keyId: string) => Promise<WebhookKey>) {
  const keys = new Map<string, ImportedKey>();

  async function keyOf(keyId: string): Promise<ImportedKey> {
    const known = keys.get(keyId);
    if (known !== undefined) return known;
    const fetched = await fetchKey(keyId);
    if (fetched.expired_at !== null) throw bad('KEY_EXPIRED');
    const { kty, crv, x, y } = fetched;
    const key = await importJWK({ kty, crv, x, y }, 'ES256');
    if (keys.size >= maxKeys) keys.clear();
    keys.set(keyId, key);
    return key;
  }

  return async (rawBody: Buffer, signature: string | undefined): Promise<void> => {
    if (signature === undefined) throw bad('UNSIGNED');
    const keyId = keyIdOf(signature);
    const key = await keyOf(keyId);
    const { payload } = await jwtVerify(signature, key, {
      algorithms: ['ES256'],
      maxTokenAge: '5 minutes',
    }).catch(() => {
      throw bad('SIGNATURE_INVALID');
    });
    const expected = Buffer.from(String(payload.request_body_sha256), 'hex');
    const actual = createHash('sha256').update(rawBody).digest();
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual))
      throw bad('BODY_CHANGED');
  };
}

function keyIdOf(signature: string): string {
  try {
    const { alg, kid } = decodeProtectedHeader(signature);
    if (alg === 'ES256' && typeof kid === 'string' && kid.length <= 200) return kid;
  } catch {
    // Not a JWT at all; the answer below is the same.
  }
  throw bad('HEADER_INVALID');
}
