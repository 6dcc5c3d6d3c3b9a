import { importJWK } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { invalidWebhook, isTransient, type PlaidError, toPlaidError } from './errors.ts';

/** A response of `/webhook_verification_key/get`: a JWK with its expiry. */
export interface WebhookKey {
  kid: string;
  kty: string;
  crv: string;
  x: string;
  y: string;
  expired_at: number | null;
}

export type ImportedKey = Awaited<ReturnType<typeof importJWK>>;

/** The aggregator's response for a key ID. */
type CheckedKey = { checkedAt: number } & (
  | { key: ImportedKey; rejection?: never }
  | { key?: never; rejection: PlaidError }
);

// These are all in milliseconds.
/** How long a key is accepted before it is fetched again, because it may have expired since. */
const keyMaxAge = 24 * 60 * 60_000;
/** How long the ID of an unknown or expired key is rejected without a lookup. */
const rejectionMaxAge = 60 * 60_000;
/** The minimum time between two lookups. */
const lookupInterval = 10_000;

/**
 * Creates the function that returns the aggregator's key with an ID. An attacker can send any number of made-up IDs, so
 * an unknown ID is rejected for an hour, and unknown IDs are looked up one at a time, at most one every ten seconds.
 * Keys that are in use are fetched again every day, under a separate limit. If a limit rejects a webhook, the
 * aggregator sends it again. Throws `PlaidError`.
 */
export function createWebhookKeys(
  fetchKey: (keyId: string) => Promise<WebhookKey>,
  clock: Clock,
): (keyId: string) => Promise<ImportedKey> {
  const checkedKeys = new Map<string, CheckedKey>();
  const nextLookup = { ofKnown: 0, ofUnknown: 0 };
  let lookup: { keyId: string; key: Promise<ImportedKey> } | undefined;

  function discardOldRejections(now: number): void {
    for (const [id, { rejection, checkedAt }] of checkedKeys)
      if (rejection !== undefined && now - checkedAt >= rejectionMaxAge) checkedKeys.delete(id);
  }

  async function lookUp(keyId: string, checkedAt: number): Promise<ImportedKey> {
    discardOldRejections(checkedAt);
    try {
      const key = await fetchValidKey(keyId, fetchKey);
      checkedKeys.set(keyId, { key, checkedAt });
      return key;
    } catch (error) {
      const rejection = toPlaidError(error);
      // If the aggregator is unavailable, the ID may still be valid.
      if (!isTransient(rejection)) checkedKeys.set(keyId, { rejection, checkedAt });
      throw rejection;
    }
  }

  return async function findKey(keyId) {
    const now = clock.now().getTime();
    const { key: knownKey, rejection, checkedAt = 0 } = checkedKeys.get(keyId) ?? {};
    if (rejection !== undefined && now - checkedAt < rejectionMaxAge) throw rejection;
    if (knownKey !== undefined && now - checkedAt < keyMaxAge) return knownKey;
    if (lookup?.keyId === keyId) return lookup.key;
    const limitName = knownKey === undefined ? 'ofUnknown' : 'ofKnown';
    if (now < nextLookup[limitName] || (lookup !== undefined && limitName === 'ofUnknown'))
      throw invalidWebhook('KEY_LOOKUP_LIMITED');
    if (lookup !== undefined) {
      await lookup.key.catch(() => undefined);
      return findKey(keyId);
    }
    nextLookup[limitName] = now + lookupInterval;
    const key = lookUp(keyId, now).finally(() => {
      lookup = undefined;
    });
    lookup = { keyId, key };
    return key;
  };
}

async function fetchValidKey(
  keyId: string,
  fetchKey: (keyId: string) => Promise<WebhookKey>,
): Promise<ImportedKey> {
  const { kty, crv, x, y, expired_at } = await fetchKey(keyId);
  if (expired_at !== null) throw invalidWebhook('KEY_EXPIRED');
  return importJWK({ kty, crv, x, y }, 'ES256');
}
