import { hashThreads } from '../secrets/hash-threads.ts';
import type { ConcurrencyLimit } from './concurrency-limiter.ts';
import { parseNamedCounts } from './named-counts.ts';

// Limits of each process. Each name states what is counted; those that end in `_ms` are in milliseconds.
const defaults = {
  /** Calls that are handled at once: somewhat more than the database pool has connections. */
  calls: 16,
  /** Calls that may wait until fewer are being handled. */
  calls_waiting: 100,
  calls_wait_ms: 400,
  /**
   * Calls of visitors that hash a password, such as sign-ins, that are handled at once. For each thread, one call
   * hashes while another waits for the database. Further calls would wait for a thread without a time limit.
   */
  sign_ins: 2 * hashThreads,
  /** Somewhat fewer than the threads can hash within the longest wait. */
  sign_ins_waiting: 15 * hashThreads,
  sign_ins_wait_ms: 700,
  /** Calls of one user that are handled at once. */
  user_calls: 2,
  user_calls_waiting: 50,
  user_calls_wait_ms: 5_000,
  /**
   * Downloads of one user that are handled at once, until their last byte is sent. A download can use a whole
   * processor.
   */
  user_exports: 1,
  user_exports_waiting: 10,
  user_exports_wait_ms: 20_000,
} satisfies Record<string, number>;

/** The names of the limits. */
export type ConcurrencyLimitName = 'calls' | 'sign_ins' | 'user_calls' | 'user_exports';

/** All limits by name. */
export type ConcurrencyLimits = Readonly<Record<ConcurrencyLimitName, ConcurrencyLimit>>;

/** Parses `name=count,name=count` as overrides of the defaults. An invalid part adds a message to `errors`. */
export function parseConcurrencyLimits(text: string, errors: string[]): ConcurrencyLimits {
  const counts = parseNamedCounts('CONCURRENCY_LIMITS', text, defaults, errors);
  const limit = (name: ConcurrencyLimitName): ConcurrencyLimit => ({
    maxRunning: counts[name],
    maxQueued: counts[`${name}_waiting`],
    maxWait: counts[`${name}_wait_ms`],
  });
  return {
    calls: limit('calls'),
    sign_ins: limit('sign_ins'),
    user_calls: limit('user_calls'),
    user_exports: limit('user_exports'),
  };
}
