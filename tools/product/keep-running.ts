import { setTimeout as delay } from 'node:timers/promises';

/** How a process that ended is restarted. Times are in milliseconds. */
export interface RestartPolicy {
  /** The delay before the first restart. It doubles with each further restart, up to `maxDelay`. */
  readonly firstDelay: number;
  readonly maxDelay: number;
  /** Cairn stops if a process fails this often within `period`. */
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
export interface RestartableProcess {
  readonly name: string;
  /** Resolves to the reason when it ends unexpectedly. */
  readonly ended: Promise<string>;
  /** Starts the process again, and resolves to its new `ended` once it is running. Rejects with the reason if it can't start. */
  restart(): Promise<{ ended: Promise<string> }>;
}

export interface KeepRunningOptions {
  readonly policy: RestartPolicy;
  readonly log: (text: string) => void;
  /** Aborted when Cairn stops. */
  readonly signal: AbortSignal;
  /** True while failures are not counted, because their cause is outside Cairn and temporary. */
  readonly ignoresFailures: () => boolean;
}

/**
 * Restarts a process whenever it ends, with growing delays.
 * @returns the reason once it has failed too often, or undefined if Cairn stops
 */
export async function keepRunning(
  target: RestartableProcess,
  { policy, log, signal, ignoresFailures }: KeepRunningOptions,
): Promise<string | undefined> {
  let running = target.ended;
  let failures: number[] = [];
  let attempts = 0;
  for (;;) {
    let reason = await running;
    for (;;) {
      if (signal.aborted) return undefined;
      const now = Date.now();
      failures = failures.filter((time) => now - time < policy.period);
      if (failures.length === 0) attempts = 0;
      if (!ignoresFailures()) failures.push(now);
      if (failures.length >= policy.maxFailures) return tooManyFailures(target, reason, failures);
      const wait = Math.min(policy.firstDelay * 2 ** attempts, policy.maxDelay);
      attempts += 1;
      log(`${reason}\nRestarting the ${target.name} in ${wait / 1_000} s.`);
      await delay(wait, undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        running = (await target.restart()).ended;
        break;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
    log(`The ${target.name} is running again.`);
  }
}

function tooManyFailures(
  { name }: RestartableProcess,
  reason: string,
  failures: readonly number[],
): string {
  return `${reason}\nThe ${name} failed ${failures.length} times within a short time. Cairn is stopping.`;
}
