import { setTimeout as sleep } from 'node:timers/promises';

/** Whether to retry after an error, and when. */
export interface RetryAdvice {
  worthRetrying: boolean;
  /** Seconds, from a Retry-After header. */
  retryAfter?: number | undefined;
}

/** How often to retry, and how long to wait in between. */
export interface RetryPolicy {
  /** Includes the first attempt. */
  tries: number;
  /** Milliseconds before the second attempt. The delay doubles each time, with jitter. */
  firstDelay: number;
  /** Milliseconds. If a longer delay is required, the error is thrown and the caller reschedules. */
  longestDelay: number;
  random: () => number;
}

export const providerPolicy: RetryPolicy = {
  tries: 3,
  firstDelay: 250,
  longestDelay: 5_000,
  random: Math.random,
};

/** The timeout and retries of calls to a provider. */
export interface Patience {
  /** Milliseconds per attempt. */
  timeout: number;
  retries: RetryPolicy;
}

export const usualPatience: Patience = { timeout: 10_000, retries: providerPolicy };

/** Retries a call to a provider with exponential backoff and full jitter. Throws the last error. */
export async function retrying<T>(
  call: () => Promise<T>,
  decide: (error: unknown) => RetryAdvice,
  policy: RetryPolicy = providerPolicy,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { worthRetrying, retryAfter } = decide(error);
      const backoff = policy.random() * policy.firstDelay * 2 ** (attempt - 1);
      const delay = retryAfter === undefined ? backoff : retryAfter * 1_000;
      if (!worthRetrying || attempt >= policy.tries || delay > policy.longestDelay) throw error;
      await sleep(delay);
    }
  }
}
