import { onSessionChange, rereadSession } from './session.ts';

const lock = 'cairn-token-renewal';
/** How long a tab that had to wait listens for what the tab before it stored, in milliseconds. */
const hearing = 1_000;

/**
 * Renews in one tab at a time. A tab that had to wait for another first hears of the token that the
 * other stored: the lock is passed on a little sooner than what was stored is seen elsewhere.
 */
export async function takeTurns(renew: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return renew();
  const first = await navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
    if (held === null) return false;
    rereadSession();
    await renew();
    return true;
  });
  if (first) return;
  const heard = hearOfChange();
  await navigator.locks.request(lock, async () => {
    await heard.orAfter(hearing);
    rereadSession();
    await renew();
  });
}

/** Listens for a change of the session from now on. */
function hearOfChange(): { orAfter(milliseconds: number): Promise<void> } {
  const changed = new Promise<void>((resolve) => {
    const stop = onSessionChange(() => {
      stop();
      resolve();
    });
  });
  return {
    orAfter: (milliseconds) =>
      Promise.race([changed, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))]),
  };
}
