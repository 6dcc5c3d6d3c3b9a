import pRetry, { type Options } from 'p-retry';
import { runUnlimited } from '../request-context.ts';
import type { CircuitPolicy } from './circuit-breakers.ts';
import type { ObserveCall } from './observe-call.ts';

/** Whether to retry after an error, and when. */
export interface RetryDecision {
  retryable: boolean;
  /** In seconds, from a Retry-After header. */
  retryAfter?: number | undefined;
}

/** How often to retry, and how long to wait in between. */
export interface RetryPolicy {
  /** Includes the first attempt. */
  maxAttempts: number;
  /** In milliseconds: the delay before the second attempt. It doubles each time, with jitter. */
  initialDelay: number;
  /** In milliseconds. If a longer delay is required, the error is thrown and the caller reschedules. */
  maxDelay: number;
  random: () => number;
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 3,
  initialDelay: 250,
  maxDelay: 5_000,
  random: Math.random,
};

/** The timeout and retries of calls to a provider, and what measures them. */
export interface CallPolicy {
  /** In milliseconds, per attempt. */
  timeout: number;
  retries: RetryPolicy;
  /** When syncs no longer call an unavailable bank. Default: `defaultCircuitPolicy`. */
  circuit?: CircuitPolicy;
  /** Measures each attempt. Default: not measured. */
  observe?: ObserveCall;
}

export const defaultCallPolicy: CallPolicy = { timeout: 10_000, retries: defaultRetryPolicy };

/** Retries a call to a provider with exponential backoff and full jitter. Throws the last error. */
export function retry<T>(
  call: () => Promise<T>,
  decide: (error: unknown) => RetryDecision,
  policy: RetryPolicy = defaultRetryPolicy,
): Promise<T> {
  const options: Options = {
    retries: policy.maxAttempts - 1,
    // The library can neither wait as long as an error requires nor use full jitter, so `shouldRetry` waits.
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      const { retryable, retryAfter } = decide(error);
      const backoff = policy.random() * policy.initialDelay * 2 ** (attemptNumber - 1);
      const delay = retryAfter === undefined ? backoff : retryAfter * 1_000;
      if (!retryable || delay > policy.maxDelay) return false;
      // The timer of `node:timers/promises` ignores the fake clock of tests.
      await new Promise((resolve) => setTimeout(resolve, delay));
      return true;
    },
  };
  return runUnlimited(() => pRetry(call, options));
}
