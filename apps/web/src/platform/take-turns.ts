import { onSessionChange, rereadSession } from './session.ts';

const lock = 'cairn-token-renewal';
/** What a tab stores is seen by the others a little later, in milliseconds: the lock is kept so long. */
const lingering = 1_000;

/**
 * Renews in one tab at a time. A tab that comes while another has the turn waits for what that one
 * stores, and is through as soon as it hears of it; should the other fail, it has the next turn.
 * Settles as `renew` does.
 */
export function takeTurns(renew: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return renew();
  return new Promise((resolve, reject) => {
    const haveTurn = async () => {
      rereadSession();
      try {
        await renew();
      } catch (error) {
        reject(error);
        return;
      }
      resolve();
      await new Promise((done) => setTimeout(done, lingering));
    };
    navigator.locks
      .request(lock, { ifAvailable: true }, async (held) => {
        if (held !== null) await haveTurn();
        return held !== null;
      })
      .then((hadTurn) => (hadTurn ? undefined : waitForTurn(haveTurn, renew).then(resolve)))
      .catch(reject);
  });
}

/** Waits for the turn, or for word that another tab has stored a token: `renew` finds it then. */
async function waitForTurn(
  haveTurn: () => Promise<void>,
  renew: () => Promise<void>,
): Promise<void> {
  const heard = new AbortController();
  const stop = onSessionChange(() => heard.abort());
  try {
    await navigator.locks.request(lock, { signal: heard.signal }, haveTurn);
  } catch (error) {
    if (!heard.signal.aborted) throw error;
    await renew();
  } finally {
    stop();
  }
}
