import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from './database.ts';
import { networkOf } from './ip-network.ts';
import { forgetTries, giveBackTry } from './limits.queries.ts';
import { Failure } from './problem.ts';
import type { RateLimitName, RateLimits } from './rate-limits.ts';

/** Counts tries, in the database: for all processes, and over a restart. */
export interface Limits {
  /** Counts a try. Throws `too_many_requests` over the limit, `unavailable` without a database. */
  take(name: RateLimitName, whose: string): Promise<void>;
  /**
   * Counts a try against each of these before it is made, so that tries at the same moment don't slip
   * through, and takes it back unless it was a wrong guess (`invalid_credentials`, `wrong_password`).
   */
  guess<T>(counted: [RateLimitName, string][], attempt: () => Promise<T>): Promise<T>;
  /** Forgets the tries that were counted. */
  forget(name: RateLimitName, whose: string): Promise<void>;
}

export function createLimits(database: Database, limits: RateLimits): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterOf(name: RateLimitName): RateLimiterPostgres {
    const known = limiters.get(name);
    if (known !== undefined) return known;
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
      // One of them sweeps for all, every five minutes; its timer keeps no process alive.
      clearExpiredByTimeout: limiters.size === 0,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  const keyOf = (name: RateLimitName, whose: string) =>
    limiterOf(name).getKey(subject(name, whose));

  async function take(name: RateLimitName, whose: string): Promise<void> {
    try {
      await limiterOf(name).consume(subject(name, whose));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext);
      throw error;
    }
  }

  async function giveBack(counted: [RateLimitName, string][]): Promise<void> {
    for (const [name, whose] of counted) await giveBackTry(database, keyOf(name, whose));
  }

  return {
    take,
    async guess(counted, attempt) {
      const taken: [RateLimitName, string][] = [];
      let result: Awaited<ReturnType<typeof attempt>>;
      try {
        for (const each of counted) {
          await take(...each);
          taken.push(each);
        }
        result = await attempt();
      } catch (error) {
        // What went wrong is the answer, also where the database is away for this too.
        if (!isWrongGuess(error)) await giveBack(taken).catch(() => undefined);
        throw error;
      }
      await giveBack(taken);
      return result;
    },
    async forget(name, whose) {
      await forgetTries(database, keyOf(name, whose));
    },
  };
}

/** Hashed: what people type as their address may be anything, of any length, even a password. */
const subject = (name: RateLimitName, whose: string): string =>
  createHash('sha256')
    .update(name.endsWith('_ip') ? networkOf(whose) : whose)
    .digest('base64url');

const isWrongGuess = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.code === 'invalid_credentials' || error.code === 'wrong_password');

function tooMany(milliseconds: number): Failure {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return new Failure('too_many_requests', `Too many tries. Please wait ${wait} and try again.`, {
    retryAfter: seconds,
  });
}
