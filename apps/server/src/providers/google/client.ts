import type { Settings } from '../../env.ts';
import { createAskProvider } from '../../platform/ask-provider.ts';
import type { Clock } from '../../platform/clock.ts';
import { createIdTokenReader, type ReadIdToken } from '../../platform/id-tokens.ts';
import type { Logger } from '../../platform/log.ts';
import { createRemoteKeys } from '../../platform/remote-keys.ts';
import { type Patience, usualPatience } from '../../platform/retrying.ts';

/** What we need of Google Identity Services: to read the ID token that its button yields. */
export interface GoogleProvider {
  /** Throws `IdTokenRefused` for a token that proves nothing, `ProviderAway` without Google's keys. */
  read(credential: string): Promise<ReadIdToken>;
}

// Both spellings are Google's (its OpenID Connect documentation, 'Validating an ID token').
const issuers = ['https://accounts.google.com', 'accounts.google.com'] as const;
/** Google's own library takes no token that lives longer. */
const longestLife = 24 * 3_600;

export function createGoogleProvider(
  { clientId, jwksUrl }: NonNullable<Settings['google']>,
  log: Logger,
  clock: Clock,
  patience: Patience = usualPatience,
): GoogleProvider {
  const keys = createRemoteKeys(jwksUrl, createAskProvider('google', log, patience), clock);
  return { read: createIdTokenReader({ issuers, audience: clientId, longestLife }, keys, clock) };
}
