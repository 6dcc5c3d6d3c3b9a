import { setTimeout as sleep } from 'node:timers/promises';
import { demoUserOf, findNewestDemo } from '../../features/demo/demo.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { type Live, writeDemo } from './write-demo.ts';

/** A call waits so long for a new day to be written before it is shown the day before. Milliseconds. */
const patience = 2_000;

interface Writing {
  result: Promise<void>;
  done: boolean;
}

/**
 * Whose rows are read in demo mode by somebody whose day it is. A day is written when a process starts or
 * at midnight UTC; the first call of a time zone that is ahead of that, or of a job that has not run yet,
 * has it written. It is shown the day before where that takes long or fails, and waits only where there
 * is none.
 */
export function demoOwner(
  services: Services,
  live?: Live,
): (today: Temporal.PlainDate) => Promise<UserId> {
  const { database, log } = services;
  const writings = new Map<string, Writing>();

  const begin = (day: string): Writing => {
    const writing = { result: writeDemo(services, day, live), done: false };
    writing.result.then(
      () => {
        writing.done = true;
      },
      (error) => {
        log.warn({ event: 'demo_not_written', day, reason: String(error) });
        // The next call tries again.
        writings.delete(day);
      },
    );
    writings.set(day, writing);
    for (const old of writings.keys()) if (writings.size > 3) writings.delete(old);
    return writing;
  };

  return async (today) => {
    const day = today.toString();
    const writing = writings.get(day) ?? begin(day);
    if (writing.done || (await endsWell(writing.result))) return demoUserOf(day);
    const before = await findNewestDemo(database, day);
    if (before !== undefined) return before;
    await writing.result;
    return demoUserOf(day);
  };
}

/** Whether something ends well within our patience. */
async function endsWell(result: Promise<void>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(patience, false, { signal: timer.signal, ref: false }).catch(() => false);
  const well = result.then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([well, late]);
  timer.abort();
  return answer;
}
