import { setTimeout as delay } from 'node:timers/promises';

/** How a part that ended is restarted. Times are in milliseconds. */
export interface RestartPolicy {
  /** The delay before the first restart. It doubles with each further one, up to `maxDelay`. */
  readonly firstDelay: number;
  readonly maxDelay: number;
  /** Cairn ends if a part fails this often within `period`. */
  readonly maxFailures: number;
  readonly period: number;
}

export const defaultRestartPolicy: RestartPolicy = {
  firstDelay: 1_000,
  maxDelay: 30_000,
  maxFailures: 5,
  period: 300_000,
};

/** A process of Cairn that is restarted when it ends. */
export interface Part {
  readonly name: string;
  /** Resolves to the reason when it ends unexpectedly. */
  readonly ended: Promise<string>;
  /** Starts it again, and resolves to its new `ended` once it runs. Fails with the reason. */
  restart(): Promise<{ ended: Promise<string> }>;
}

export interface KeepRunningOptions {
  readonly policy: RestartPolicy;
  readonly log: (text: string) => void;
  /** Aborted when Cairn stops. */
  readonly signal: AbortSignal;
  /** True if a failure is not counted, because something outside Cairn causes it and will pass. */
  readonly isExcused: () => boolean;
}

/**
 * Restarts a part whenever it ends, with growing delays.
 * @returns the reason once it has failed too often, or undefined if Cairn stops
 */
export async function keepRunning(
  part: Part,
  { policy, log, signal, isExcused }: KeepRunningOptions,
): Promise<string | undefined> {
  let running = part.ended;
  let failures: number[] = [];
  let attempts = 0;
  for (;;) {
    let reason = await running;
    for (;;) {
      if (signal.aborted) return undefined;
      const now = Date.now();
      failures = failures.filter((time) => now - time < policy.period);
      if (failures.length === 0) attempts = 0;
      if (!isExcused()) failures.push(now);
      if (failures.length >= policy.maxFailures) return tooManyFailures(part, reason, failures);
      const wait = Math.min(policy.firstDelay * 2 ** attempts, policy.maxDelay);
      attempts += 1;
      log(`${reason}\nRestarting the ${part.name} in ${wait / 1_000} s.`);
      await delay(wait, undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        running = (await part.restart()).ended;
        break;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    log(`The ${part.name} runs again.`);
  }
}

function tooManyFailures({ name }: Part, reason: string, failures: readonly number[]): string {
  return `${reason}\nThe ${name} failed ${failures.length} times in a short time, so Cairn ends.`;
}
