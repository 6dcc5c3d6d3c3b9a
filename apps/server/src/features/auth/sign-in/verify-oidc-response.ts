import { formatMessage } from '@cairn/contract/text/copy';
import { unprocessable } from '../../../platform/problem.ts';
import { redeemCode } from '../../../platform/secrets/one-time-codes.ts';
import type { OidcResponse, OidcSignIn } from '../../../providers/oidc/client.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import {
  asProviderFailure,
  invalidSignIn,
  requireVerifiedEmail,
  type VerificationPurpose,
  type VerifiedIdentity,
} from './verify-identity.ts';

/** The sealed detail of the state that a provider returns. */
export interface OidcState extends Pick<OidcSignIn, 'nonce' | 'codeVerifier'> {
  /** The provider that the sign-in was started with. A response from another provider is rejected. */
  name: string;
}

/** A response, and where it arrived. */
export interface OidcVerification {
  /** The provider whose return page received the response. */
  name: string;
  response: OidcResponse;
  /** The secret in the cookie of the browser that sends it. */
  browser: string | undefined;
}

/**
 * Verifies the response of one of the operator's own providers. Its state works once, in the browser that began the
 * sign-in, and for the provider that it was begun with. Throws 401 (422 when linking) for an invalid response, 422 for
 * an unverified address or an unknown provider, and 502 while the provider is unavailable.
 */
export async function verifyOidcResponse(
  services: Services,
  {
    purpose,
    name,
    response,
    browser,
  }: OidcVerification & {
    purpose: VerificationPurpose;
  },
): Promise<VerifiedIdentity> {
  const { database, sealer, oidc } = services;
  const provider = `OIDC:${name}` as const;
  const client = oidc.get(name);
  if (client === undefined)
    throw unprocessable(formatMessage(authCopy.providerNotConfigured, { provider: name }));
  const redeemed = await redeemCode(database, sealer, {
    purpose: 'oidc_state',
    code: response.state,
    browser: browser ?? '',
  });
  if (redeemed === undefined) throw invalidSignIn(services, provider, purpose);
  const started = redeemed.detail as OidcState; // Issued by beginOidcSignIn for this purpose.
  if (started.name !== name) throw invalidSignIn(services, provider, purpose);
  const identity = await client
    .exchange(response, { ...started, state: response.state })
    .catch(asProviderFailure(services, provider, purpose));
  requireVerifiedEmail(services, provider, identity);
  return { provider, identity, refreshToken: null };
}
