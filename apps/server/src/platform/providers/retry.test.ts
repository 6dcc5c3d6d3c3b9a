import { describe, expect, test } from 'vitest';
import { type RetryDecision, type RetryPolicy, retry } from './retry.ts';

const policy: RetryPolicy = { maxAttempts: 3, initialDelay: 8, maxDelay: 60, random: () => 0.5 };
const transient = (): RetryDecision => ({ retryable: true });

/** A call that fails a number of times, then returns how often it was called. */
function failing(times: number) {
  let calls = 0;
  return {
    call: async () => {
      calls += 1;
      if (calls <= times) throw new Error(`failure ${calls}`);
      return calls;
    },
    calls: () => calls,
  };
}

describe('a failing call', () => {
  test('is retried until it succeeds', async () => {
    expect(await retry(failing(2).call, transient, policy)).toBe(3);
  });

  test('throws the last error after the last attempt', async () => {
    const { call, calls } = failing(9);
    await expect(retry(call, transient, policy)).rejects.toThrow('failure 3');
    expect(calls()).toBe(3);
  });

  test('is not retried if the error is permanent', async () => {
    const { call, calls } = failing(1);
    await expect(retry(call, () => ({ retryable: false }), policy)).rejects.toThrow();
    expect(calls()).toBe(1);
  });

  test('is not retried if Retry-After exceeds the longest delay', async () => {
    const { call, calls } = failing(1);
    const later = () => ({ retryable: true, retryAfter: 60 });
    await expect(retry(call, later, policy)).rejects.toThrow();
    expect(calls()).toBe(1);
  });
});

describe('the delay between attempts', () => {
  /** Milliseconds that a call takes with two retries. */
  async function measureRetries(
    decide: () => RetryDecision,
    retryPolicy: RetryPolicy,
  ): Promise<number> {
    const before = performance.now();
    await retry(failing(2).call, decide, retryPolicy);
    return performance.now() - before;
  }

  test('doubles with each attempt and is scaled by the random jitter', async () => {
    // Half of 40 ms, then half of 80 ms. Timers may fire late but never early.
    expect(
      await measureRetries(transient, { ...policy, initialDelay: 40, maxDelay: 80 }),
    ).toBeGreaterThan(58);
  });

  test('is what Retry-After requires', async () => {
    const decide = () => ({ retryable: true, retryAfter: 0.05 });
    expect(await measureRetries(decide, { ...policy, random: () => 0 })).toBeGreaterThan(98);
  });
});
