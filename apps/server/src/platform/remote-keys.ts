import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { type AskProvider, ProviderAway } from './ask-provider.ts';
import type { Clock } from './clock.ts';

const second = 1_000;
/** How long a set counts that does not say so itself, and the bounds of what it may say. */
const usualAge = 600 * second;
const shortestAge = 60 * second;
const longestAge = 24 * 3_600 * second;
/** A token that names an unknown key makes us look at most this often. */
const lookAgainAfter = 30 * second;

interface KeptKeys {
  find: ReturnType<typeof createLocalJWKSet>;
  freshUntil: number;
}

/**
 * The public keys that a provider signs with (JWK Set, RFC 7517), read when first needed and kept as
 * long as its Cache-Control says. A key that is not among them is looked for once more: providers
 * change theirs. Throws `ProviderAway`, or jose's error for a key that does not exist.
 */
export function createRemoteKeys(url: string, ask: AskProvider, clock: Clock): JWTVerifyGetKey {
  let kept: KeptKeys | undefined;
  let reading: Promise<KeptKeys> | undefined;
  let lastRead = Number.NEGATIVE_INFINITY;
  const now = () => clock.now().getTime();

  async function read(): Promise<KeptKeys> {
    const { status, headers, body } = await ask({ call: 'keys', url, expectsJson: true });
    if (status !== 200) throw new ProviderAway(`HTTP_${status}`, { worthRetrying: false });
    kept = { find: keysIn(body), freshUntil: now() + ageOf(headers) };
    return kept;
  }

  /** Everyone who needs them at the same moment waits for the same answer. */
  function refresh(): Promise<KeptKeys> {
    lastRead = now();
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return async (header, token) => {
    const known = kept !== undefined && kept.freshUntil > now() ? kept : await refresh();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - lastRead < lookAgainAfter)
        throw error;
      return (await refresh()).find(header, token);
    }
  };
}

function keysIn(body: unknown): KeptKeys['find'] {
  try {
    return createLocalJWKSet(body as JSONWebKeySet); // Checked by the function itself.
  } catch {
    throw new ProviderAway('MALFORMED_KEYS', { worthRetrying: false });
  }
}

function ageOf(headers: Headers): number {
  const [, said] = /max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '') ?? [];
  const age = said === undefined ? usualAge : Number(said) * second;
  return Math.min(Math.max(age, shortestAge), longestAge);
}
