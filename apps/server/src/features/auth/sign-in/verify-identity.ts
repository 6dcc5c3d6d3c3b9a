import { formatMessage } from '@cairn/contract/text/copy';
import type { SignInProvider } from '@cairn/contract/values';
import { Failure, unprocessable } from '../../../platform/problem.ts';
import { ProviderUnavailable } from '../../../platform/providers/provider-request.ts';
import { type IdTokenIdentity, InvalidIdToken } from '../../../platform/secrets/id-tokens.ts';
import { redeemCode } from '../../../platform/secrets/one-time-codes.ts';
import { AppleError } from '../../../providers/apple/errors.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { redeemGoogleNonce } from './google-nonce.ts';

/** A sign-in provider, as the API names it. */
export type ProviderName = Exclude<SignInProvider, 'email'>;

/** An identity that a provider has just vouched for in this browser. */
export interface VerifiedIdentity {
  provider: ProviderName;
  identity: IdTokenIdentity;
  /** Apple's refresh token, needed to revoke access. */
  refreshToken: string | null;
}

/** What the identity is verified for, which determines the error code if that fails. */
export type VerificationPurpose = 'sign_in' | 'link';

const failureCodes = { sign_in: 'invalid_credentials', link: 'unprocessable' } as const;

/** The sealed detail of the one-time code that /apple/cb receives. */
export interface AppleReturnDetail {
  person: IdTokenIdentity;
  refreshToken: string | null;
}

const providerTitles = { GOOGLE: 'Google', APPLE: 'Apple' } as const;

/**
 * The provider's name as users read it. For a provider that the operator has since removed, it is the name in its URLs.
 */
export function providerTitle(
  { settings }: Pick<Services, 'settings'>,
  provider: ProviderName,
): string {
  if (provider === 'GOOGLE' || provider === 'APPLE') return providerTitles[provider];
  const name = oidcName(provider);
  return settings.oidc.find((candidate) => candidate.name === name)?.label ?? name;
}

/** The name of one of the operator's own providers. */
export const oidcName = (provider: `OIDC:${string}`): string => provider.slice('OIDC:'.length);

/** Parses the provider in a body or path; undefined if it is not a sign-in provider. */
export function parseProvider(text: string): ProviderName | undefined {
  if (text === 'GOOGLE' || text === 'APPLE') return text;
  const [, name] = /^OIDC:([a-z0-9][a-z0-9-]{0,19})$/.exec(text) ?? [];
  return name === undefined ? undefined : `OIDC:${name}`;
}

/**
 * Verifies a Google credential (an ID token). Its nonce must be unused and issued to this browser.
 * Throws 401 (422 when linking) for an invalid credential, 422 for an unverified address, and 502 while
 * Google's keys are unavailable.
 */
export async function verifyGoogleCredential(
  services: Services,
  input: { purpose: VerificationPurpose; credential: string; browser: string | undefined },
): Promise<VerifiedIdentity> {
  const { google } = services;
  if (google === null) throw providerNotConfigured('GOOGLE');
  const { purpose, credential, browser } = input;
  const { identity, nonce } = await google
    .verifyIdToken(credential)
    .catch(asProviderFailure(services, 'GOOGLE', purpose));
  if (browser === undefined || !(await redeemGoogleNonce(services, nonce, browser)))
    throw invalidSignIn(services, 'GOOGLE', purpose);
  requireVerifiedEmail(services, 'GOOGLE', identity);
  return { provider: 'GOOGLE', identity, refreshToken: null };
}

/**
 * Verifies the one-time code of /apple/cb. It works once, in the browser that began the sign-in. Throws
 * like `verifyGoogleCredential`.
 */
export async function verifyAppleCode(
  services: Services,
  {
    purpose,
    code,
    browser,
  }: { purpose: VerificationPurpose; code: string; browser: string | undefined },
): Promise<VerifiedIdentity> {
  const { apple, database, sealer } = services;
  if (apple === null) throw providerNotConfigured('APPLE');
  const redeemed = await redeemCode(database, sealer, {
    purpose: 'apple_return',
    code,
    browser: browser ?? '',
  });
  if (redeemed === undefined) throw invalidSignIn(services, 'APPLE', purpose);
  const { person, refreshToken } = redeemed.detail as AppleReturnDetail; // Issued by handleAppleCallback for this purpose.
  requireVerifiedEmail(services, 'APPLE', person);
  return { provider: 'APPLE', identity: person, refreshToken };
}

/** Maps a provider's error to a failure whose detail is safe to show. */
export function asProviderFailure(
  services: Pick<Services, 'log' | 'settings'>,
  provider: ProviderName,
  purpose: VerificationPurpose,
): (error: unknown) => never {
  return (error) => {
    const isForged = error instanceof InvalidIdToken;
    if (isForged) services.log.warn({ event: 'id_token_refused', provider, reason: error.message });
    const isExpired = error instanceof AppleError && error.kind === 'expired';
    if (isForged || isExpired) throw invalidSignIn(services, provider, purpose, error);
    if (error instanceof ProviderUnavailable || error instanceof AppleError)
      throw new Failure(
        'provider_failed',
        formatMessage(authCopy.providerUnavailable, {
          provider: providerTitle(services, provider),
        }),
        { cause: error },
      );
    throw error;
  };
}

/** The failure of a sign-in with a provider that this installation has no credentials for. */
export const providerNotConfigured = (provider: keyof typeof providerTitles): Failure =>
  unprocessable(
    formatMessage(authCopy.providerNotConfigured, { provider: providerTitles[provider] }),
  );

/** The failure of a response that is forged, was used, has expired, or belongs to another browser. */
export const invalidSignIn = (
  services: Pick<Services, 'settings'>,
  provider: ProviderName,
  purpose: VerificationPurpose,
  cause?: unknown,
): Failure =>
  new Failure(
    failureCodes[purpose],
    formatMessage(authCopy.providerSignInExpired, { provider: providerTitle(services, provider) }),
    { cause },
  );

/** Throws 422 if the provider reports an address that the user has not verified there. */
export function requireVerifiedEmail(
  services: Pick<Services, 'settings'>,
  provider: ProviderName,
  { email, emailVerified }: IdTokenIdentity,
): void {
  if (email === null || emailVerified) return;
  throw unprocessable(
    formatMessage(authCopy.providerEmailUnverified, {
      provider: providerTitle(services, provider),
    }),
  );
}
