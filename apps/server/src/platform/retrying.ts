import { setTimeout as sleep } from 'node:timers/promises';

/** What a failed try says about trying again. */
export interface RetryAdvice {
  worthRetrying: boolean;
  /** Seconds that the other side asked to wait, if it did. */
  retryAfter?: number | undefined;
}

/** How often and how patiently to try. */
export interface RetryPolicy {
  tries: number;
  /** Milliseconds before the second try; doubles each time, with jitter. */
  firstDelay: number;
  /** A wait longer than this, in milliseconds, is left to the caller's own schedule. */
  longestDelay: number;
  random: () => number;
}

export const providerPolicy: RetryPolicy = {
  tries: 3,
  firstDelay: 250,
  longestDelay: 5_000,
  random: Math.random,
};

/** How patient calls to a provider are. */
export interface Patience {
  /** Milliseconds that one try may take. */
  timeout: number;
  retries: RetryPolicy;
}

export const usualPatience: Patience = { timeout: 10_000, retries: providerPolicy };

/** Tries a call to a provider again where that makes sense: bounded, with full jitter. */
export async function retrying<T>(
  call: () => Promise<T>,
  advise: (error: unknown) => RetryAdvice,
  policy: RetryPolicy = providerPolicy,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { worthRetrying, retryAfter } = advise(error);
      const backoff = policy.random() * policy.firstDelay * 2 ** (attempt - 1);
      const delay = retryAfter === undefined ? backoff : retryAfter * 1_000;
      if (!worthRetrying || attempt >= policy.tries || delay > policy.longestDelay) throw error;
      await sleep(delay);
    }
  }
}
