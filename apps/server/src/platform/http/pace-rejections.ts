/** How many calls are rejected per turn of the event loop. Four take about a millisecond. */
export const rejectionsPerTurn = 4;

/** Resolves when a call may be rejected. `connection`: the one that the call arrived on. */
export type PaceRejection = (connection: object) => Promise<void>;

/**
 * Spreads rejections, so that they don't delay accepted calls:
 *
 * - Of calls that arrive together, a few are rejected per turn of the event loop. Otherwise, the rejections of a
 *   thousand calls would come before everything else.
 * - A client that has not waited for the `retryAfter` (seconds) of the last rejection on its connection gets the next
 *   one only then. Otherwise, many clients that repeat their calls at once would use up the processor.
 */
export function createRejectionPace(retryAfter: number): PaceRejection {
  const lastRejections = new WeakMap<object, number>();
  const waiting = new Set<() => void>();

  function rejectNext(): void {
    for (const reject of [...waiting.values().take(rejectionsPerTurn)]) {
      waiting.delete(reject);
      reject();
    }
    if (waiting.size > 0) setImmediate(rejectNext);
  }

  function waitForTurn(): Promise<void> {
    if (waiting.size === 0) setImmediate(rejectNext);
    return new Promise((resolve) => {
      waiting.add(resolve);
    });
  }

  return async (connection) => {
    const last = lastRejections.get(connection) ?? Number.NEGATIVE_INFINITY;
    const remaining = last + retryAfter * 1_000 - performance.now();
    if (remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining));
    lastRejections.set(connection, performance.now());
    await waitForTurn();
  };
}
