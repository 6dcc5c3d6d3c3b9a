import type { Settings } from '../../env.ts';
import { createAskProvider } from '../../platform/ask-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import { createIdTokenReader, type ReadIdToken } from '../../platform/id-tokens.ts';
import type { Logger } from '../../platform/log.ts';
import { createRemoteKeys } from '../../platform/remote-keys.ts';
import { type Patience, usualPatience } from '../../platform/retrying.ts';

/** Google Identity Services: verifies the ID token from its sign-in button. */
export interface GoogleProvider {
  /** Throws `InvalidIdToken`, or `ProviderUnavailable` without Google's keys. */
  read(credential: string): Promise<ReadIdToken>;
}

// Google uses both spellings (OpenID Connect documentation, 'Validating an ID token').
const issuers = ['https://accounts.google.com', 'accounts.google.com'] as const;
/** Seconds, the same limit as in Google's own library. */
const maxLifetime = 24 * 3_600;

export function createGoogleProvider(
  { clientId, jwksUrl }: NonNullable<Settings['google']>,
  log: Logger,
  clock: Clock,
  policy: Patience = usualPatience,
): GoogleProvider {
  const keys = createRemoteKeys(jwksUrl, createAskProvider('google', log, policy), clock);
  return {
    read: createIdTokenReader(
      { issuers, audience: clientId, longestLife: maxLifetime },
      keys,
      clock,
    ),
  };
}
