import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { PlaidError } from './errors.ts';

/** A response of `/webhook_verification_key/get`: a JWK with its expiry. */
export interface WebhookKey {
  kid: string;
  kty: string;
  crv: string;
  x: string;
  y: string;
  expired_at: number | null;
}

type ImportedKey = Awaited<ReturnType<typeof importJWK>>;

const maxCachedKeys = 20;
const invalidWebhook = (reason: string) => new PlaidError('unexpected', `WEBHOOK_${reason}`);

/**
 * Verifies the aggregator's webhooks: an ES256 JWT in the `Plaid-Verification` header, at most five
 * minutes old, whose `request_body_sha256` is the hash of the raw body.
 * Source: Plaid documentation, 'Webhook verification'.
 */
export function createWebhookVerifier(fetchKey: (keyId: string) => Promise<WebhookKey>) {
  const keys = new Map<string, ImportedKey>();

  async function findKey(keyId: string): Promise<ImportedKey> {
    const cached = keys.get(keyId);
    if (cached !== undefined) return cached;
    const fetched = await fetchKey(keyId);
    if (fetched.expired_at !== null) throw invalidWebhook('KEY_EXPIRED');
    const { kty, crv, x, y } = fetched;
    const key = await importJWK({ kty, crv, x, y }, 'ES256');
    if (keys.size >= maxCachedKeys) keys.clear();
    keys.set(keyId, key);
    return key;
  }

  return async (rawBody: Buffer, signature: string | undefined): Promise<void> => {
    if (signature === undefined) throw invalidWebhook('UNSIGNED');
    const keyId = parseKeyId(signature);
    const key = await findKey(keyId);
    const { payload } = await jwtVerify(signature, key, {
      algorithms: ['ES256'],
      maxTokenAge: '5 minutes',
    }).catch(() => {
      throw invalidWebhook('SIGNATURE_INVALID');
    });
    const expected = Buffer.from(String(payload.request_body_sha256), 'hex');
    const actual = createHash('sha256').update(rawBody).digest();
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual))
      throw invalidWebhook('BODY_CHANGED');
  };
}

function parseKeyId(signature: string): string {
  try {
    const { alg, kid } = decodeProtectedHeader(signature);
    if (alg === 'ES256' && typeof kid === 'string' && kid.length <= 200) return kid;
  } catch {
    // Not a JWT: the error below applies.
  }
  throw invalidWebhook('HEADER_INVALID');
}
