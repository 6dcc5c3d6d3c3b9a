import type { CallBody } from '@cairn/contract/calls';
import { call } from '../../../platform/api/api-client.ts';
import { getSession, storeToken } from '../../../platform/session/session.ts';
import { ignoreCallFailure, type SignInResult } from '../auth.api.ts';
import { runSignIn } from '../factors/pending-sign-in.ts';

/** Signs in with the one-time code that Apple's response is stored under. Throws like `call`. */
export const signInWithAppleCode = (code: string): Promise<SignInResult> =>
  runSignIn(async () => {
    const { access_token } = await call('POST /user/check_apple_otc', { body: { code } });
    storeToken(access_token);
  });

/** Links Apple to the signed-in account with such a one-time code. Throws like `call`. */
export async function linkApple(code: string): Promise<void> {
  await call('POST /user/identities', { body: { provider: 'APPLE', code } });
}

/** What one of the operator's own providers returned. */
export type OidcResponse = CallBody<'POST /auth/oidc'>;

/** Signs in with the response of one of the operator's own providers. Throws like `call`. */
export const signInWithOidc = (response: OidcResponse): Promise<SignInResult> =>
  runSignIn(async () => {
    const { access_token } = await call('POST /auth/oidc', { body: response });
    storeToken(access_token);
  });

/** Links one of the operator's own providers to the signed-in account with its response. Throws like `call`. */
export async function linkOidc({ name, ...response }: OidcResponse): Promise<void> {
  await call('POST /user/identities', { body: { provider: `OIDC:${name}`, ...response } });
}

/** Requests the password reset email. The response is the same for every address. */
export async function requestReset(email: string): Promise<void> {
  await call('POST /user/forgotpwd', { body: { email } });
}

/** Sets a new password with the code from the password reset email. Ends every session. */
export async function resetPassword(code: string, password: string): Promise<void> {
  await call('POST /user/resetpwd', { body: { code, password } });
  // This browser's own session may be among them. In that case, this call clears the token.
  if (getSession() !== null) await call('GET /user/me').catch(ignoreCallFailure);
}

/** Requests the verification email. Resolves to the server's instruction for the user. */
export async function requestVerification(): Promise<string> {
  return (await call('POST /user/validate_email')).message;
}

/** Verifies the address with the code from the verification email, and stores a token that reflects it. */
export async function verifyEmail(code: string): Promise<void> {
  const { access_token } = await call('POST /user/check_email_validation', { body: { code } });
  storeToken(access_token);
}
