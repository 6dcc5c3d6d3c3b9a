import type { Settings } from '../../env.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { createProviderRequestSender } from '../../platform/providers/provider-request.ts';
import { type CallPolicy, defaultCallPolicy } from '../../platform/providers/retry.ts';
import { createIdTokenVerifier, type VerifiedIdToken } from '../../platform/secrets/id-tokens.ts';

/** Google Identity Services: verifies the ID token from its sign-in button. */
export interface GoogleProvider {
  /** Throws `InvalidIdToken`, or `ProviderUnavailable` if Google's keys can't be fetched. */
  verifyIdToken(credential: string): Promise<VerifiedIdToken>;
}

// Google uses both spellings (OpenID Connect documentation, 'Validating an ID token').
const issuers = ['https://accounts.google.com', 'accounts.google.com'] as const;
/** In seconds: the same limit as in Google's own library. */
const maxLifetime = 24 * 3_600;

export function createGoogleProvider(
  { clientId, jwksUrl }: NonNullable<Settings['google']>,
  log: Logger,
  clock: Clock,
  policy: CallPolicy = defaultCallPolicy,
): GoogleProvider {
  return {
    verifyIdToken: createIdTokenVerifier(
      { issuers, audience: clientId, jwksUrl, maxLifetime },
      createProviderRequestSender('google', log, policy),
      clock,
    ),
  };
}
