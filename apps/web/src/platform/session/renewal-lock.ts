import { onSessionChange, reloadSession } from './session.ts';

const lockName = 'cairn-token-renewal';
/**
 * Milliseconds to hold the lock after a renewal: other tabs see the stored token with a delay.
 */
const holdAfterRenewal = 1_000;

/**
 * Runs `renew` in one tab at a time. A tab that finds the lock taken waits for the token that the
 * other tab stores, and continues as soon as it sees it. If the other tab fails, the lock passes on.
 * Settles as `renew` does.
 */
export function withRenewalLock(renew: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return renew();
  return new Promise((resolve, reject) => {
    const renewWithLock = async () => {
      reloadSession();
      try {
        await renew();
      } catch (error) {
        reject(error);
        return;
      }
      resolve();
      await new Promise((done) => setTimeout(done, holdAfterRenewal));
    };
    navigator.locks
      .request(lockName, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await renewWithLock();
        return lock !== null;
      })
      .then((acquired) =>
        acquired ? undefined : waitForLockOrToken(renewWithLock, renew).then(resolve),
      )
      .catch(reject);
  });
}

/** Waits for the lock or for a token stored by another tab; `renew` then finds that token. */
async function waitForLockOrToken(
  renewWithLock: () => Promise<void>,
  renew: () => Promise<void>,
): Promise<void> {
  const tokenStored = new AbortController();
  const unsubscribe = onSessionChange(() => tokenStored.abort());
  try {
    await navigator.locks.request(lockName, { signal: tokenStored.signal }, renewWithLock);
  } catch (error) {
    if (!tokenStored.signal.aborted) throw error;
    await renew();
  } finally {
    unsubscribe();
  }
}
