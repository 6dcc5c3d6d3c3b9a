import type { Services } from '../../../services.ts';
import { issueGoogleNonce } from './google-nonce.ts';
import type { SignInDevice } from './sign-in-device.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';
import { providerNotConfigured, verifyGoogleCredential } from './verify-identity.ts';

/** Begins a sign-in with Google in a browser. Returns the one-time nonce that the credential must contain. */
export function beginGoogleSignIn(services: Services, browser: string): string {
  if (services.google === null) throw providerNotConfigured('GOOGLE');
  return issueGoogleNonce(services, browser);
}

/** Signs in with the credential that Google's button returned in this browser. */
export async function signInWithGoogle(
  services: Services,
  input: { credential: string; browser: string | undefined; device: SignInDevice },
) {
  const verified = await verifyGoogleCredential(services, { ...input, purpose: 'sign_in' });
  const { token } = await signInWithIdentity(services, verified, input.device);
  return token;
}
