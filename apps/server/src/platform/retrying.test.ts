import { describe, expect, test } from 'vitest';
import { type RetryAdvice, type RetryPolicy, retrying } from './retrying.ts';

const policy: RetryPolicy = { tries: 3, firstDelay: 8, longestDelay: 60, random: () => 0.5 };
const passing = (): RetryAdvice => ({ worthRetrying: true });

/** Fails as often as said, then answers how often it was called. */
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

describe('a call that fails', () => {
  test('is tried again until it succeeds', async () => {
    expect(await retrying(failing(2).call, passing, policy)).toBe(3);
  });

  test('is given up after the last try, with what was thrown last', async () => {
    const { call, calls } = failing(9);
    await expect(retrying(call, passing, policy)).rejects.toThrow('failure 3');
    expect(calls()).toBe(3);
  });

  test('is not tried again where that makes no sense', async () => {
    const { call, calls } = failing(1);
    await expect(retrying(call, () => ({ worthRetrying: false }), policy)).rejects.toThrow();
    expect(calls()).toBe(1);
  });

  test('is left to the caller where the other side asks for a longer wait than is worth it', async () => {
    const { call, calls } = failing(1);
    const later = () => ({ worthRetrying: true, retryAfter: 60 });
    await expect(retrying(call, later, policy)).rejects.toThrow();
    expect(calls()).toBe(1);
  });
});

describe('the waits', () => {
  /** How long a call takes from the first failure to its success, in milliseconds. */
  async function waited(advise: () => RetryAdvice, patient: RetryPolicy): Promise<number> {
    const before = performance.now();
    await retrying(failing(2).call, advise, patient);
    return performance.now() - before;
  }

  test('double with each try, by the share that chance decides', async () => {
    // Half of 40 ms, then half of 80 ms. A timer may fire late and never early.
    expect(await waited(passing, { ...policy, firstDelay: 40, longestDelay: 80 })).toBeGreaterThan(
      58,
    );
  });

  test('are what the other side asks for', async () => {
    const asked = () => ({ worthRetrying: true, retryAfter: 0.05 });
    expect(await waited(asked, { ...policy, random: () => 0 })).toBeGreaterThan(98);
  });
});
