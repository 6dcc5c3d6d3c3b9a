import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../clock.ts';
import { ProviderUnavailable, type SendProviderRequest } from '../providers/provider-request.ts';

const second = 1_000;
/** The cache lifetime of a key set without a max-age, and the bounds for one with it. */
const defaultMaxAge = 600 * second;
const minMaxAge = 60 * second;
const maxMaxAge = 24 * 3_600 * second;
/** The minimum time between fetches that an unknown key triggers. */
const unknownKeyCooldown = 30 * second;

interface CachedKeys {
  find: ReturnType<typeof createLocalJWKSet>;
  freshUntil: number;
}

/**
 * Finds a provider's public signing keys (JWK Set, RFC 7517). The set is fetched on first use and cached
 * as its Cache-Control allows. An unknown key triggers another fetch, because providers rotate keys.
 * Throws `ProviderUnavailable`, or jose's error for a key that does not exist.
 */
export function createRemoteKeySet(
  url: string,
  sendRequest: SendProviderRequest,
  clock: Clock,
): JWTVerifyGetKey {
  let cached: CachedKeys | undefined;
  let pending: Promise<CachedKeys> | undefined;
  let lastFetch = Number.NEGATIVE_INFINITY;
  const now = () => clock.now().getTime();

  async function fetchKeys(): Promise<CachedKeys> {
    const { status, headers, body } = await sendRequest({ call: 'keys', url, expectsJson: true });
    if (status !== 200) throw new ProviderUnavailable(`HTTP_${status}`, { retryable: false });
    cached = { find: parseKeySet(body), freshUntil: now() + maxAgeOf(headers) };
    return cached;
  }

  /** Concurrent callers share one fetch. */
  function refresh(): Promise<CachedKeys> {
    lastFetch = now();
    pending ??= fetchKeys().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  return async (header, token) => {
    const keys = cached !== undefined && cached.freshUntil > now() ? cached : await refresh();
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - lastFetch < unknownKeyCooldown)
        throw error;
      return (await refresh()).find(header, token);
    }
  };
}

function parseKeySet(body: unknown): CachedKeys['find'] {
  try {
    return createLocalJWKSet(body as JSONWebKeySet); // Validated by the function itself.
  } catch {
    throw new ProviderUnavailable('MALFORMED_KEYS', { retryable: false });
  }
}

function maxAgeOf(headers: Headers): number {
  const [, maxAge] = /max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '') ?? [];
  const age = maxAge === undefined ? defaultMaxAge : Number(maxAge) * second;
  return Math.min(Math.max(age, minMaxAge), maxMaxAge);
}
