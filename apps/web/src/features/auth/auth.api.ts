import { call } from '../../platform/api-client.ts';
import { ApiError, NetworkFailure } from '../../platform/api-error.ts';
import { clearToken, storeToken } from '../../platform/session.ts';

/** Signs in with an address and a password; the token is stored. Throws as `call` does. */
export async function signIn(username: string, password: string): Promise<void> {
  const { access_token } = await call('POST /auth/token', {
    body: { username, password, provider: 'email' },
  });
  storeToken(access_token);
}

/** Signs in with what Google said of whom the person chose: a signed ID token. Throws as `call` does. */
export async function signInWithGoogle(credential: string): Promise<void> {
  const { access_token } = await call('POST /auth/token', {
    body: { credential, provider: 'GOOGLE' },
  });
  storeToken(access_token);
}

/** Ends the session on the server and here. Here it ends whatever the server says. */
export async function logOut(): Promise<void> {
  try {
    await call('POST /auth/logout').catch(passExpected);
  } finally {
    forgetGoogleChoice();
    clearToken('signed-out');
  }
}

/** Google is not to sign the person in again by itself, if its script was ever loaded here. */
function forgetGoogleChoice(): void {
  const page = window as { google?: { accounts?: { id?: { disableAutoSelect(): void } } } };
  page.google?.accounts?.id?.disableAutoSelect();
}

/** For a call that may as well fail: refused, or not answered. */
export function passExpected(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof NetworkFailure)) throw error;
}
