import { issueCode } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';
import { providerNotConfigured, verifyGoogleCredential } from './verify-identity.ts';

/** Begins a sign-in with Google in a browser. Returns the one-time nonce that the credential must carry. */
export async function beginGoogleSignIn(services: Services, browser: string): Promise<string> {
  const { google, database, sealer } = services;
  if (google === null) throw providerNotConfigured('GOOGLE');
  return issueCode(database, sealer, { purpose: 'google_nonce', browser });
}

/** Signs in with the credential that Google's button returned in this browser. */
export async function signInWithGoogle(
  services: Services,
  input: { credential: string; browser: string | undefined; device: string },
) {
  const verified = await verifyGoogleCredential(services, { ...input, purpose: 'sign_in' });
  const { token } = await signInWithIdentity(services, verified, input.device);
  return token;
}
