import { setTimeout as sleep } from 'node:timers/promises';

// Milliseconds. The interval grows, because frequent polling slows down the processes under test.
const minInterval = 5;
const maxInterval = 100;
const growth = 1.4;

/** Polls until the condition is met, so that tests wait for a condition instead of a time. Returns its value. */
export async function eventually<T>(
  poll: () => Promise<T | undefined | false> | T | undefined | false,
  condition: string,
  milliseconds = 60_000,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  let interval = minInterval;
  for (;;) {
    const result = await poll();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > deadline)
      throw new Error(`Timed out after ${milliseconds} ms waiting until ${condition}`);
    await sleep(interval);
    interval = Math.min(maxInterval, interval * growth);
  }
}
