/** How many calls are rejected per turn of the event loop. Four take about a millisecond. */
export const rejectionsPerTurn = 4;

/** Resolves when a call may be rejected. `connection`: the one that the call arrived on. */
export type ThrottleRejection = (connection: object) => Promise<void>;

/**
 * Delays rejections, so that they don't delay accepted calls:
 *
 * - Of calls that arrive together, only a few are rejected per turn of the event loop. Otherwise, accepted calls would
 *   have to wait until a thousand others have been rejected.
 * - A client that has not waited for the `retryAfter` (in seconds) of the last rejection on its connection gets the next
 *   rejection only after that time. Otherwise, many clients that retry immediately would use up the processor.
 */
export function createRejectionThrottle(retryAfter: number): ThrottleRejection {
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
