import { onNewToken } from './session.ts';

/** How many milliseconds to hold the lock after a renewal, because other tabs receive the token with a delay. */
const holdAfterRenewal = 250;

/**
 * Runs `renew` in one tab at a time. A tab that finds the lock taken waits for the token that the
 * other tab shares, and continues as soon as the token arrives. If the other tab fails, the next tab gets the lock.
 * Settles as `renew` does.
 */
export function withRenewalLock(name: string, renew: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return renew();
  return new Promise((resolve, reject) => {
    const renewWithLock = async () => {
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
      .request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await renewWithLock();
        return lock !== null;
      })
      .then((acquired) =>
        acquired ? undefined : waitForLockOrToken(name, renewWithLock, renew).then(resolve),
      )
      .catch(reject);
  });
}

/** Waits for the lock or for a token shared by another tab; `renew` then finds that token. */
async function waitForLockOrToken(
  name: string,
  renewWithLock: () => Promise<void>,
  renew: () => Promise<void>,
): Promise<void> {
  const tokenShared = new AbortController();
  const unsubscribe = onNewToken(() => tokenShared.abort());
  try {
    await navigator.locks.request(name, { signal: tokenShared.signal }, renewWithLock);
  } catch (error) {
    if (!tokenShared.signal.aborted) throw error;
    await renew();
  } finally {
    unsubscribe();
  }
}
