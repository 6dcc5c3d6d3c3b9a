import { hashThreads } from '../secrets/hash-threads.ts';
import type { LineLimits } from './lines.ts';
import { parseNamedCounts } from './named-counts.ts';

// Limits of each process. Each name states what is counted; those that end in `_ms` are milliseconds.
const defaults = {
  /** Calls that are handled at once: somewhat more than the database pool has connections. */
  calls: 16,
  /** Calls that wait for these. */
  calls_waiting: 100,
  calls_wait_ms: 400,
  /**
   * Calls of visitors that hash a password, such as sign-ins, handled at once: one hashes per thread while another one
   * waits for the database. More would wait for the threads, without a limit of their own.
   */
  sign_ins: 2 * hashThreads,
  /** Somewhat fewer than the threads hash within the longest wait. */
  sign_ins_waiting: 15 * hashThreads,
  sign_ins_wait_ms: 700,
  /** Calls of one user that are handled at once. */
  user_calls: 2,
  user_calls_waiting: 50,
  user_calls_wait_ms: 5_000,
  /** Downloads of one user that are handled at once, until their last byte is sent. One can use a processor alone. */
  user_exports: 1,
  user_exports_waiting: 10,
  user_exports_wait_ms: 20_000,
} satisfies Record<string, number>;

/** The lines in which calls wait. */
export type CallLine = 'calls' | 'sign_ins' | 'user_calls' | 'user_exports';

/** The limits of each line. */
export type ConcurrencyLimits = Readonly<Record<CallLine, LineLimits>>;

/** Parses `name=count,name=count` as overrides of the defaults. An invalid part adds a line to `errors`. */
export function parseConcurrencyLimits(text: string, errors: string[]): ConcurrencyLimits {
  const counts = parseNamedCounts('CONCURRENCY_LIMITS', text, defaults, errors);
  const line = (name: CallLine): LineLimits => ({
    running: counts[name],
    waiting: counts[`${name}_waiting`],
    maxWait: counts[`${name}_wait_ms`],
  });
  return {
    calls: line('calls'),
    sign_ins: line('sign_ins'),
    user_calls: line('user_calls'),
    user_exports: line('user_exports'),
  };
}
