import { call } from '../../platform/api/api-client.ts';
import { ApiError, NetworkError } from '../../platform/api/api-error.ts';
import { clearToken, storeToken } from '../../platform/session/session.ts';
import { runSignIn } from './factors/pending-sign-in.ts';
import type { Assertion } from './passkeys/authenticator.ts';
import { loadAuthenticator } from './passkeys/load-authenticator.ts';

/** The result of a sign-in: a stored token, or a pending sign-in that still needs its second factor. */
export type SignInResult = 'done' | 'second-factor';

/** Signs in with an email address and a password, and stores the token. Throws like `call`. */
export const signIn = (username: string, password: string): Promise<SignInResult> =>
  runSignIn(async () => {
    const { access_token } = await call('POST /auth/token', {
      body: { username, password, provider: 'email' },
    });
    storeToken(access_token);
  });

/** Signs in with a Google ID token and stores the session token. Throws like `call`. */
export const signInWithGoogle = (credential: string): Promise<SignInResult> =>
  runSignIn(async () => {
    const { access_token } = await call('POST /auth/token', {
      body: { credential, provider: 'GOOGLE' },
    });
    storeToken(access_token);
  });

/**
 * Asks the user for a passkey: in the browser's dialog, or with `suggest` among the suggestions of the username field.
 * `signal` cancels the request. Throws like `call`, or the browser's DOMException.
 */
export async function requestPasskey({
  suggest,
  signal,
}: {
  suggest: boolean;
  signal?: AbortSignal;
}): Promise<Assertion> {
  const [{ requestAssertion, cancelPasskeyRequest }, options] = await Promise.all([
    loadAuthenticator(),
    call('POST /auth/passkey/options'),
  ]);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancelPasskeyRequest);
  try {
    return await requestAssertion(options, { suggest });
  } finally {
    // From now on, canceling could affect a newer request.
    signal?.removeEventListener('abort', cancelPasskeyRequest);
  }
}

/** Signs in with a passkey's signature, and stores the token. Throws like `call`. */
export async function signInWithPasskey(assertion: Assertion): Promise<void> {
  const { access_token } = await call('POST /auth/passkey', { body: { assertion } });
  storeToken(access_token);
}

/** Ends the session on the server and in this browser. In the browser it ends even if the call fails. */
export async function logOut(): Promise<void> {
  try {
    await call('POST /auth/logout').catch(ignoreCallFailure);
  } finally {
    disableGoogleAutoSelect();
    clearToken('signed-out');
  }
}

/** Prevents Google's script, if it was loaded, from signing the user in again automatically. */
function disableGoogleAutoSelect(): void {
  const page = window as { google?: { accounts?: { id?: { disableAutoSelect(): void } } } };
  page.google?.accounts?.id?.disableAutoSelect();
}

/** For calls whose failure doesn't matter: ignores API and network errors, rethrows all others. */
export function ignoreCallFailure(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
}
