import { notFound } from '../../../platform/problem.ts';
import { ProviderUnavailable } from '../../../platform/providers/provider-request.ts';
import { issueCode, randomSecret } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import type { SignInDevice } from './sign-in-device.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';
import {
  type OidcState,
  type OidcVerification,
  verifyOidcResponse,
} from './verify-oidc-response.ts';

/**
 * Begins a sign-in with one of the operator's own providers in a browser. Returns the URL to redirect to: our own page
 * if the provider is unavailable. Throws 404 for an unknown provider.
 */
export async function beginOidcSignIn(
  services: Services,
  name: string,
  browserSecret: string,
): Promise<string> {
  const { database, sealer, oidc } = services;
  const client = oidc.get(name);
  if (client === undefined) throw notFound('sign-in provider');
  const detail: OidcState = { name, nonce: randomSecret(), codeVerifier: randomSecret() };
  const state = await issueCode(database, sealer, {
    purpose: 'oidc_state',
    browser: browserSecret,
    detail,
  });
  try {
    return await client.authorizeUrl({ ...detail, state });
  } catch (error) {
    // The browser navigates to this endpoint, so a failure must lead to a page instead of an error response.
    if (!(error instanceof ProviderUnavailable)) throw error;
    return `/oidc/cb/${name}?error=temporarily_unavailable`;
  }
}

/** Signs in with the response of one of the operator's own providers. Returns a token. */
export async function signInWithOidc(
  services: Services,
  { device, ...input }: OidcVerification & { device: SignInDevice },
) {
  const verified = await verifyOidcResponse(services, { ...input, purpose: 'sign_in' });
  const { token } = await signInWithIdentity(services, verified, device);
  return token;
}
