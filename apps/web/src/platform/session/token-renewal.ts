import { renewToken, timeUntilRenewalAllowed } from '../api/api-client.ts';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { getSession, onSessionChange } from './session.ts';
import { renewalDelay } from './token-claims.ts';

/** Milliseconds until a failed renewal is retried. */
const retryDelay = 30_000;
/** Timers are limited to 31 bits of milliseconds; a longer delay is split. */
const maxTimerDelay = 2 ** 31 - 1;

/**
 * Renews the token 15 minutes before it expires, or as soon as the device wakes up after that.
 * Returns the function that stops it.
 */
export function scheduleTokenRenewal(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (minDelay = 0) => {
    clearTimeout(timer);
    const session = getSession();
    if (session === null) return;
    const now = Date.now();
    const delay = Math.max(
      minDelay,
      timeUntilRenewalAllowed(now),
      renewalDelay(session.claims, now),
    );
    timer = setTimeout(renew, Math.min(delay, maxTimerDelay));
  };
  const renew = async () => {
    const session = getSession();
    if (session === null) return;
    if (renewalDelay(session.claims, Date.now()) > 0) return schedule();
    await renewToken().catch((error) => {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
    });
    schedule(retryDelay);
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') schedule();
  };
  const unsubscribe = onSessionChange(() => schedule());
  document.addEventListener('visibilitychange', onVisibilityChange);
  schedule();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
