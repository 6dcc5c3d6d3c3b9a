import { renewalPause, renewToken } from './api-client.ts';
import { ApiError, NetworkFailure } from './api-error.ts';
import { getSession, onSessionChange } from './session.ts';
import { renewalDelay } from './token-claims.ts';

/** A try that failed for want of a network is made again after this long. */
const retryDelay = 30_000;
/** Timers count 31 bits of milliseconds; a longer wait is taken in steps. */
const longestTimer = 2 ** 31 - 1;

/**
 * Renews the token unasked while the app is open, 15 minutes before it ends, and at once when the
 * device wakes up later than that. Answers how to stop.
 */
export function keepTokenFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (atLeast = 0) => {
    clearTimeout(timer);
    const session = getSession();
    if (session === null) return;
    const now = Date.now();
    const delay = Math.max(atLeast, renewalPause(now), renewalDelay(session.claims, now));
    timer = setTimeout(renew, Math.min(delay, longestTimer));
  };
  const renew = async () => {
    const session = getSession();
    if (session === null) return;
    if (renewalDelay(session.claims, Date.now()) > 0) return schedule();
    await renewToken().catch((error) => {
      if (!(error instanceof ApiError || error instanceof NetworkFailure)) throw error;
    });
    schedule(retryDelay);
  };
  const wake = () => {
    if (document.visibilityState === 'visible') schedule();
  };
  const stopFollowing = onSessionChange(() => schedule());
  document.addEventListener('visibilitychange', wake);
  schedule();
  return () => {
    clearTimeout(timer);
    stopFollowing();
    document.removeEventListener('visibilitychange', wake);
  };
}
