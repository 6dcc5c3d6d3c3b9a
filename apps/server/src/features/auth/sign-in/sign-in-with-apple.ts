import { Failure } from '../../../platform/problem.ts';
import { issueCode, randomSecret, redeemCode } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { findUsername } from '../auth.queries.ts';
import type { SignInDevice } from './sign-in-device.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';
import {
  type AppleReturnDetail,
  asProviderFailure,
  providerNotConfigured,
  verifyAppleCode,
} from './verify-identity.ts';

/** The sealed detail of the state that Apple returns. */
interface AppleState {
  nonce: string;
  /** The cookie secret of the browser that began the sign-in. */
  browser: string;
}

/** The fields that Apple posts to the callback: our state with a code and a token, or with an error. */
export interface AppleCallback {
  state: string;
  code?: string | undefined;
  idToken?: string | undefined;
  error?: string | undefined;
}

/** The query parameters of the page /apple/cb. */
export type AppleOutcome = { code: string } | { error: 'cancelled' | 'expired' | 'failed' };

/** Begins a sign-in with Apple in a browser. Returns the URL to redirect to. */
export async function beginAppleSignIn(services: Services, browser: string): Promise<string> {
  const { apple, database, sealer } = services;
  if (apple === null) throw providerNotConfigured('APPLE');
  const detail: AppleState = { nonce: randomSecret(), browser };
  const state = await issueCode(database, sealer, { purpose: 'apple_state', detail });
  return apple.authorizeUrl({ state, nonce: detail.nonce });
}

/**
 * Handles Apple's form post. The browser sends it from Apple's site, so without our cookies: the one-time state
 * identifies the browser that began the sign-in, and only that browser can use the resulting code. The code serves both
 * signing in and linking, so no user is looked up or created here.
 */
export async function handleAppleCallback(
  services: Services,
  callback: AppleCallback,
): Promise<AppleOutcome> {
  const { database, sealer, log } = services;
  const started = await redeemCode(database, sealer, {
    purpose: 'apple_state',
    code: callback.state,
  });
  if (started === undefined) return { error: 'expired' };
  const { nonce, browser } = started.detail as AppleState; // Issued by beginAppleSignIn for this purpose.
  if (callback.error === 'user_cancelled_authorize') return { error: 'cancelled' };
  if (
    callback.error !== undefined ||
    callback.code === undefined ||
    callback.idToken === undefined
  ) {
    log.warn({ event: 'apple_sign_in_failed', reason: callback.error ?? 'incomplete' });
    return { error: 'failed' };
  }
  try {
    const { code: appleCode, idToken } = callback;
    const detail = await verifyTokens(services, { code: appleCode, idToken, nonce });
    const code = await issueCode(database, sealer, { purpose: 'apple_return', browser, detail });
    return { code };
  } catch (error) {
    // The browser is being redirected: /apple/cb shows the failure.
    if (!(error instanceof Failure)) throw error;
    log.warn({ event: 'apple_sign_in_failed', reason: error.code });
    return { error: error.code === 'invalid_credentials' ? 'expired' : 'failed' };
  }
}

/** Signs in with the one-time code of /apple/cb. Returns the username and a token. */
export async function finishAppleSignIn(
  services: Services,
  input: { code: string; browser: string | undefined; device: SignInDevice },
) {
  const verified = await verifyAppleCode(services, { ...input, purpose: 'sign_in' });
  const { userId, token } = await signInWithIdentity(services, verified, input.device);
  const user = await findUsername(services.database, userId);
  if (user === undefined) throw new Failure('unauthenticated');
  return { username: user.email, access_token: token.access_token };
}

/**
 * Verifies the posted ID token and the one that the code is exchanged for. Both must have the same subject and
 * the nonce of this sign-in (OpenID Connect Core 1.0, 3.3.3.6).
 */
async function verifyTokens(
  services: Services,
  { code, idToken, nonce }: { code: string; idToken: string; nonce: string },
): Promise<AppleReturnDetail> {
  const { apple } = services;
  if (apple === null) throw providerNotConfigured('APPLE');
  const asFailure = asProviderFailure(services, 'APPLE', 'sign_in');
  const posted = await apple.verifyIdToken(idToken).catch(asFailure);
  const tokens = await apple.exchangeCode(code).catch(asFailure);
  const exchanged = await apple.verifyIdToken(tokens.idToken).catch(asFailure);
  const isConsistent =
    posted.nonce === nonce &&
    exchanged.nonce === nonce &&
    posted.identity.subject === exchanged.identity.subject;
  if (!isConsistent) throw new Failure('invalid_credentials');
  return { person: exchanged.identity, refreshToken: tokens.refreshToken };
}
