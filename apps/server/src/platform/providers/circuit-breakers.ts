import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';

/** When calls are rejected without being sent. */
export interface CircuitPolicy {
  /** Failures in a row after which the circuit opens. */
  failures: number;
  /** In milliseconds: how long calls are rejected. Then one call is sent, and the circuit closes if it succeeds. */
  openFor: number;
}

export const defaultCircuitPolicy: CircuitPolicy = { failures: 5, openFor: 30_000 };

/** Thrown in place of a call that was not sent. */
export class CircuitOpen extends Error {}

/** Runs a call of one circuit. Throws the call's error, or `CircuitOpen`. */
export type RunInCircuit = <T>(call: () => Promise<T>) => Promise<T>;

export interface CircuitOptions {
  policy: CircuitPolicy;
  /** True for an error that means that the other side is unavailable. Any other error counts as a response. */
  isFailure: (error: unknown) => boolean;
  onChange: (key: string, state: 'opened' | 'closed') => void;
}

/**
 * Creates a function that returns the circuit breaker of a key, the same one each time. Each process has its own
 * breakers.
 */
export function createCircuitBreakers({
  policy,
  isFailure,
  onChange,
}: CircuitOptions): (key: string) => RunInCircuit {
  const breakers = new Map<string, CircuitBreakerPolicy>();

  function breakerOf(key: string): CircuitBreakerPolicy {
    const existing = breakers.get(key);
    if (existing !== undefined) return existing;
    const breaker = circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(policy.failures),
      halfOpenAfter: policy.openFor,
    });
    breaker.onBreak(() => onChange(key, 'opened'));
    breaker.onReset(() => onChange(key, 'closed'));
    breakers.set(key, breaker);
    return breaker;
  }

  return (key) => async (call) => {
    const outcome = await breakerOf(key)
      .execute(() =>
        call().then(
          (value) => ({ ok: true as const, value }),
          (error: unknown) => {
            if (isFailure(error)) throw error;
            return { ok: false as const, error };
          },
        ),
      )
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? new CircuitOpen(key) : error;
      });
    if (!outcome.ok) throw outcome.error;
    return outcome.value;
  };
}
