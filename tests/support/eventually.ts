import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is there: no test waits for a time, only for a condition. */
export async function eventually<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  milliseconds = 60_000,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${milliseconds} ms in vain until ${what}`);
    await sleep(25);
  }
}
