import { issueCode, randomSecret, redeemCode } from '../../platform/one-time-codes.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { findUsername } from './auth.queries.ts';
import { enterAs } from './enter-as.ts';
import { type AppleReturn, asProviderFailure, notSetUp, proveByApple } from './prove-person.ts';

/** What the state that goes to Apple and back stands for. */
interface AppleState {
  nonce: string;
  /** The secret in the cookie of the browser that began. */
  browser: string;
}

/** What Apple posts to the callback: a code and a token, or an error, with our state. */
export interface ApplePost {
  state: string;
  code?: string | undefined;
  idToken?: string | undefined;
  error?: string | undefined;
}

/** How the page /apple/cb is opened. */
export type AppleOutcome = { code: string } | { error: 'cancelled' | 'expired' | 'failed' };

/** Begins a sign-in with Apple in a browser: the address to send it to. */
export async function beginAppleSignIn(services: Services, browser: string): Promise<string> {
  const { apple, database, sealer } = services;
  if (apple === null) throw notSetUp('APPLE');
  const detail: AppleState = { nonce: randomSecret(), browser };
  const state = await issueCode(database, sealer, { purpose: 'apple_state', detail });
  return apple.authorizeUrl({ state, nonce: detail.nonce });
}

/**
 * Takes what Apple posts. The post comes from Apple's site, so it carries no cookie of ours: the state
 * says which browser began, once, and what comes of it counts in that browser only. Nothing is decided
 * here about accounts; who fetches the result may be signing in or linking.
 */
export async function receiveApplePost(services: Services, post: ApplePost): Promise<AppleOutcome> {
  const { database, sealer, log } = services;
  const begun = await redeemCode(database, sealer, { purpose: 'apple_state', code: post.state });
  if (begun === undefined) return { error: 'expired' };
  const { nonce, browser } = begun.detail as AppleState; // Written under this purpose by beginAppleSignIn.
  if (post.error === 'user_cancelled_authorize') return { error: 'cancelled' };
  if (post.error !== undefined || post.code === undefined || post.idToken === undefined) {
    log.warn({ event: 'apple_sign_in_failed', reason: post.error ?? 'incomplete' });
    return { error: 'failed' };
  }
  try {
    const detail = await proveByCode(services, { code: post.code, idToken: post.idToken, nonce });
    const code = await issueCode(database, sealer, { purpose: 'apple_return', browser, detail });
    return { code };
  } catch (error) {
    // A person is on the way here, and is told on a page of the app.
    if (!(error instanceof Failure)) throw error;
    log.warn({ event: 'apple_sign_in_failed', reason: error.code });
    return { error: error.code === 'invalid_credentials' ? 'expired' : 'failed' };
  }
}

/** Signs in with the one-time code of /apple/cb: who they are here, and their token. */
export async function finishAppleSignIn(
  services: Services,
  wish: { code: string; browser: string | undefined; device: string },
) {
  const proof = await proveByApple(services, { ...wish, purpose: 'sign_in' });
  const { userId, token } = await enterAs(services, proof, wish.device);
  const user = await findUsername(services.database, userId);
  if (user === undefined) throw new Failure('unauthenticated');
  return { username: user.email, access_token: token.access_token };
}

/**
 * Reads the token of the post, then changes the code for another: both are to say the same person,
 * and both carry the nonce that this sign-in went out with (OpenID Connect Core 1.0, 3.3.3.6).
 */
async function proveByCode(
  services: Services,
  { code, idToken, nonce }: { code: string; idToken: string; nonce: string },
): Promise<AppleReturn> {
  const { apple } = services;
  if (apple === null) throw notSetUp('APPLE');
  const asFailure = asProviderFailure(services, 'APPLE', 'sign_in');
  const posted = await apple.read(idToken).catch(asFailure);
  const tokens = await apple.exchange(code).catch(asFailure);
  const fetched = await apple.read(tokens.idToken).catch(asFailure);
  const isSame =
    posted.nonce === nonce &&
    fetched.nonce === nonce &&
    posted.person.subject === fetched.person.subject;
  if (!isSame) throw new Failure('invalid_credentials');
  return { person: fetched.person, refreshToken: tokens.refreshToken };
}
