import { setTimeout as sleep } from 'node:timers/promises';

/** Whether to retry after an error, and when. */
export interface RetryDecision {
  retryable: boolean;
  /** Seconds, from a Retry-After header. */
  retryAfter?: number | undefined;
}

/** How often to retry, and how long to wait in between. */
export interface RetryPolicy {
  /** Includes the first attempt. */
  maxAttempts: number;
  /** Milliseconds before the second attempt. The delay doubles each time, with jitter. */
  initialDelay: number;
  /** Milliseconds. If a longer delay is required, the error is thrown and the caller reschedules. */
  maxDelay: number;
  random: () => number;
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 3,
  initialDelay: 250,
  maxDelay: 5_000,
  random: Math.random,
};

/** The timeout and retries of calls to a provider. */
export interface CallPolicy {
  /** Milliseconds per attempt. */
  timeout: number;
  retries: RetryPolicy;
}

export const defaultCallPolicy: CallPolicy = { timeout: 10_000, retries: defaultRetryPolicy };

/** Retries a call to a provider with exponential backoff and full jitter. Throws the last error. */
export async function retry<T>(
  call: () => Promise<T>,
  decide: (error: unknown) => RetryDecision,
  policy: RetryPolicy = defaultRetryPolicy,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { retryable, retryAfter } = decide(error);
      const backoff = policy.random() * policy.initialDelay * 2 ** (attempt - 1);
      const delay = retryAfter === undefined ? backoff : retryAfter * 1_000;
      if (!retryable || attempt >= policy.maxAttempts || delay > policy.maxDelay) throw error;
      await sleep(delay);
    }
  }
}
