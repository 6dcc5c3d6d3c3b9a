import { setTimeout as sleep } from 'node:timers/promises';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { demoUserForDay, findNewestDemoUser } from './demo.queries.ts';
import { type GenerateDemoPages, writeDemo } from './write-demo.ts';

/** In milliseconds. After this time, a request that waits for a new day gets the demo of the day before. */
const maxWait = 2_000;

interface DayWrite {
  result: Promise<void>;
  isDone: boolean;
}

/**
 * Returns a function that resolves the demo user for a day. The demo of a day is written at process start and at
 * midnight UTC. If a request from a time zone ahead of UTC comes first, it triggers the write. A request gets the demo
 * of the day before if writing is slow or fails, and waits only if there is none.
 */
export function createDemoUserResolver(
  services: Services,
  generate?: GenerateDemoPages,
): (today: Temporal.PlainDate) => Promise<UserId> {
  const { database, log } = services;
  const writes = new Map<string, DayWrite>();

  const startWrite = (day: string): DayWrite => {
    const write = { result: writeDemo(services, day, generate), isDone: false };
    write.result.then(
      () => {
        write.isDone = true;
      },
      (error) => {
        log.warn({ event: 'demo_refresh_failed', day, reason: String(error) });
        // The next request retries.
        writes.delete(day);
      },
    );
    writes.set(day, write);
    for (const oldDay of writes.keys()) if (writes.size > 3) writes.delete(oldDay);
    return write;
  };

  return async (today) => {
    const day = today.toString();
    const write = writes.get(day) ?? startWrite(day);
    if (write.isDone || (await succeedsInTime(write.result))) return demoUserForDay(day);
    const previous = await findNewestDemoUser(database, day);
    if (previous !== undefined) return previous;
    await write.result;
    return demoUserForDay(day);
  };
}

/** True if the write succeeds within `maxWait`. */
async function succeedsInTime(result: Promise<void>): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(maxWait, false, { signal: timer.signal, ref: false }).catch(() => false);
  const success = result.then(
    () => true,
    () => false,
  );
  const isInTime = await Promise.race([success, timeout]);
  timer.abort();
  return isInTime;
}
