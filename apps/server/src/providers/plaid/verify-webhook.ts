import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { invalidWebhook } from './errors.ts';
import { createWebhookKeys, type WebhookKey } from './webhook-keys.ts';

/**
 * Verifies the aggregator's webhooks: an ES256 JWT in the `Plaid-Verification` header, at most five
 * minutes old, whose `request_body_sha256` is the hash of the raw body.
 * Source: Plaid documentation, 'Webhook verification'.
 */
export function createWebhookVerifier(
  fetchKey: (keyId: string) => Promise<WebhookKey>,
  clock: Clock,
) {
  const findKey = createWebhookKeys(fetchKey, clock);
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
    // This is not a JWT, so the error below is thrown.
  }
  throw invalidWebhook('HEADER_INVALID');
}
