import { ApiError, NetworkError, parseErrorResponse } from '../api/api-error.ts';
import { withRenewalLock } from './renewal-lock.ts';
import {
  clearToken,
  getSession,
  getToken,
  onNewToken,
  onSessionChange,
  storeToken,
  timeUntilExpiry,
} from './session.ts';
import { readToken, requestToken, takeFirstTokenResponse, tokenLock } from './token-request.ts';

let renewal: Promise<void> | undefined;

/**
 * Gets a new token for the session. Concurrent calls share one renewal. A lock allows one tab at a time, which shares
 * the new token with the others. Throws {@link ApiError} if the server rejects the renewal. If the session
 * has ended on the server, it is ended in the browser too. Throws {@link NetworkError} without a response.
 */
export function renewToken(): Promise<void> {
  renewal ??= startRenewal().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function startRenewal(): Promise<void> {
  const before = getToken();
  const sessionId = getSession()?.claims.sid;
  if (sessionId === undefined) return;
  const firstResponse = takeFirstTokenResponse();
  if (firstResponse !== undefined) return acceptToken(firstResponse, sessionId);
  await withRenewalLock(tokenLock, async () => {
    // Another tab has renewed the token, or the user signed out.
    if (getSession()?.claims.sid !== sessionId || getToken() !== before) return;
    await acceptToken(requestToken(), sessionId);
  });
}

/** Stores the response's token, or ends the session if the server rejects it. Does nothing if the session has changed since. */
async function acceptToken(request: Promise<Response>, sessionId: string): Promise<void> {
  const response = await request.catch((cause) => {
    throw new NetworkError(cause);
  });
  const isCurrent = () => getSession()?.claims.sid === sessionId;
  if (response.ok) {
    const token = await readToken(response);
    if (isCurrent()) storeToken(token);
    return;
  }
  const error = await parseErrorResponse(response);
  if (error.status === 401 && isCurrent())
    clearToken(error.code === 'session_copied' ? 'copied' : 'ended');
  throw error;
}

/**
 * The token for the next call, renewed first if there is none. Null if no user is signed in. Throws as `renewToken`
 * does.
 */
export async function tokenForCall(): Promise<string | null> {
  if (getSession() === null) return null;
  if (getToken() === null) await renewToken();
  return getToken();
}

/** Milliseconds before its expiry at which a token is renewed, so that calls rarely have to wait for it. */
const renewBefore = 2 * 60_000;
/** Milliseconds until a failed renewal is retried. */
const retryDelay = 30_000;

/**
 * Renews the token a little before it expires, or as soon as the device wakes up after that.
 * Returns the function that stops the renewals.
 */
export function scheduleTokenRenewal(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (minDelay = 0) => {
    clearTimeout(timer);
    if (getSession() === null) return;
    timer = setTimeout(renew, Math.max(minDelay, timeUntilExpiry() - renewBefore));
  };
  const renew = async () => {
    if (getSession() === null) return;
    if (timeUntilExpiry() > renewBefore) return schedule();
    await renewToken().catch((error) => {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
    });
    schedule(retryDelay);
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') schedule();
  };
  // The delay keeps tabs from renewing in turn if the server sends tokens with a shorter lifetime.
  const cleanups = [onNewToken(() => schedule(retryDelay)), onSessionChange(() => schedule())];
  document.addEventListener('visibilitychange', onVisibilityChange);
  schedule();
  return () => {
    clearTimeout(timer);
    for (const cleanup of cleanups) cleanup();
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
