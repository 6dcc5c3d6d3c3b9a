import { setTimeout as sleep } from 'node:timers/promises';

// Milliseconds. What comes at once is seen at once; what takes seconds is not asked for all the while, as
// asking keeps the very processes busy that are waited for.
const shortestPause = 5;
const longestPause = 100;
const growth = 1.4;

/** Asks until the answer is there: no test waits for a time, only for a condition. */
export async function eventually<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  milliseconds = 60_000,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  let pause = shortestPause;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${milliseconds} ms in vain until ${what}`);
    await sleep(pause);
    pause = Math.min(longestPause, pause * growth);
  }
}
