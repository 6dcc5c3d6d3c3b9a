import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RetryDecision, type RetryPolicy, retry } from './retry.ts';

const policy: RetryPolicy = { maxAttempts: 3, initialDelay: 8, maxDelay: 60, random: () => 0.5 };
const transient = (): RetryDecision => ({ retryable: true });

/** Creates a call that fails a number of times, then returns how often it was called. */
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
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Returns after how many milliseconds each of three attempts was made. */
  async function attemptTimes(
    decide: () => RetryDecision,
    retryPolicy: RetryPolicy,
  ): Promise<number[]> {
    const start = Date.now();
    const times: number[] = [];
    const { call } = failing(2);
    const result = retry(
      () => {
        times.push(Date.now() - start);
        return call();
      },
      decide,
      retryPolicy,
    );
    await vi.runAllTimersAsync();
    await result;
    return times;
  }

  test('doubles with each attempt and is scaled by the random jitter', async () => {
    const slow = { ...policy, initialDelay: 40, maxDelay: 80 };
    expect(await attemptTimes(transient, slow)).toEqual([0, 20, 60]);
    expect(await attemptTimes(transient, { ...slow, random: () => 0.25 })).toEqual([0, 10, 30]);
  });

  test('is what Retry-After requires', async () => {
    const decide = () => ({ retryable: true, retryAfter: 0.05 });
    expect(await attemptTimes(decide, policy)).toEqual([0, 50, 100]);
  });
});
