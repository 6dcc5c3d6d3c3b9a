import { createHash } from 'node:crypto';
import { formatPlural } from '@cairn/contract/text/copy';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';
import { createGuessChecker } from './guess-limits.ts';
import { networkOf } from './ip-network.ts';
import { deletePoints } from './rate-limiter.queries.ts';
import type { RateLimitName, RateLimits } from './rate-limits.ts';

/** Rate limiting. Attempts are counted in the database, so all processes share the counts, even across restarts. */
export interface RateLimiter {
  /** Counts an attempt. Throws `too_many_requests` over the limit, and `unavailable` without a database. */
  consume(name: RateLimitName, subject: string): Promise<void>;
  /**
   * Limits wrong guesses: attempts that throw `invalid_credentials`, `wrong_password`, or `wrong_code`. No other
   * attempt counts. While attempts that are being checked might use up the limit, further ones wait. Throws like
   * `consume`.
   */
  limitGuesses<T>(subjects: [RateLimitName, string][], attempt: () => Promise<T>): Promise<T>;
  /** Resets the count. */
  reset(name: RateLimitName, subject: string): Promise<void>;
}

/** Creates the rate limiter. `onRejected` is called for each attempt over a limit. */
export function createRateLimiter(
  database: Database,
  limits: RateLimits,
  onRejected: (name: RateLimitName) => void,
): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const createError = (name: RateLimitName, milliseconds: number): Failure => {
    onRejected(name);
    return tooManyAttempts(milliseconds);
  };
  const checkGuess = createGuessChecker(database, createError);

  function limiterFor(name: RateLimitName): RateLimiterPostgres {
    const existing = limiters.get(name);
    if (existing !== undefined) return existing;
    const { points, seconds } = limits[name];
    const limiter = new RateLimiterPostgres({
      storeClient: {
        query: ({ text, values }: { text: string; values?: unknown[] }) =>
          database.executeSql(text, values),
      },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      // One limiter prunes for all of them, every five minutes. Its timer is unreferenced.
      clearExpiredByTimeout: limiters.size === 0,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  const keyFor = (name: RateLimitName, subject: string) =>
    limiterFor(name).getKey(hashSubject(name, subject));

  async function consume(name: RateLimitName, subject: string): Promise<void> {
    try {
      await limiterFor(name).consume(hashSubject(name, subject));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw createError(name, error.msBeforeNext);
      throw error;
    }
  }

  return {
    consume,
    limitGuesses: (subjects, attempt) =>
      checkGuess(
        subjects.map(([name, subject]) => ({ name, key: keyFor(name, subject), ...limits[name] })),
        attempt,
      ),
    async reset(name, subject) {
      await deletePoints(database, keyFor(name, subject));
    },
  };
}

/** Hashes the subject: users can type anything as their email address, even a password. */
const hashSubject = (name: RateLimitName, subject: string): string =>
  createHash('sha256')
    .update(name.endsWith('_ip') ? networkOf(subject) : subject)
    .digest('base64url');

function tooManyAttempts(milliseconds: number): Failure {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const detail =
    seconds > 90
      ? formatPlural(Math.ceil(seconds / 60), problemCopy.tooManyAttempts.minutes)
      : formatPlural(seconds, problemCopy.tooManyAttempts.seconds);
  return new Failure('too_many_requests', detail, { retryAfter: seconds });
}
