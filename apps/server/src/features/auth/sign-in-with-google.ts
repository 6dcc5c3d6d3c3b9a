import { issueCode } from '../../platform/one-time-codes.ts';
import type { Services } from '../../services.ts';
import { enterAs } from './enter-as.ts';
import { notSetUp, proveByGoogle } from './prove-person.ts';

/** Begins a sign-in with Google in a browser: the nonce that its credential is to carry, once. */
export async function beginGoogleSignIn(services: Services, browser: string): Promise<string> {
  const { google, database, sealer } = services;
  if (google === null) throw notSetUp('GOOGLE');
  return issueCode(database, sealer, { purpose: 'google_nonce', browser });
}

/** Signs in with the credential that Google's button yielded in this browser. */
export async function signInWithGoogle(
  services: Services,
  wish: { credential: string; browser: string | undefined; device: string },
) {
  const proof = await proveByGoogle(services, { ...wish, purpose: 'sign_in' });
  const { token } = await enterAs(services, proof, wish.device);
  return token;
}
