import { call } from '../../platform/api-client.ts';
import { getSession, storeToken } from '../../platform/session.ts';
import { passExpected } from './auth.api.ts';

/** Signs in with the one-time code that Apple's answer was kept under. Throws as `call` does. */
export async function signInWithAppleCode(code: string): Promise<void> {
  const { access_token } = await call('POST /user/check_apple_otc', { body: { code } });
  // The spec's provider TOKEN: a token from elsewhere is taken as it is.
  storeToken(access_token);
}

/** Links Apple to the account that is signed in, with the same code. Throws as `call` does. */
export async function linkApple(code: string): Promise<void> {
  await call('POST /user/identities', { body: { provider: 'APPLE', code } });
}

/** Asks for the mail that leads to a new password. Answers the same for every address. */
export async function requestReset(email: string): Promise<void> {
  await call('POST /user/forgotpwd', { body: { email } });
}

/** Sets a new password with the code of that mail. Every session ends with it. */
export async function resetPassword(code: string, password: string): Promise<void> {
  await call('POST /user/resetpwd', { body: { code, password } });
  // A token of this browser may be one of those that have just ended: the server says so.
  if (getSession() !== null) await call('GET /user/me').catch(passExpected);
}

/** Asks for the mail that verifies the address; answers what to do now, in the server's words. */
export async function requestVerification(): Promise<string> {
  return (await call('POST /user/validate_email')).message;
}

/** Verifies the address with the code of that mail; the token then says so too. */
export async function verifyEmail(code: string): Promise<void> {
  const { access_token } = await call('POST /user/check_email_validation', { body: { code } });
  storeToken(access_token);
}
