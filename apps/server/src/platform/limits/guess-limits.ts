import type { ProblemCode } from '@cairn/contract/problem';
import type { Queries } from '../database/database.ts';
import { Failure } from '../problem.ts';
import {
  type GuessLimit,
  readWrongGuesses,
  reserveGuess,
  settleGuess,
} from './rate-limiter.queries.ts';
import type { RateLimitName } from './rate-limits.ts';
import { createTurns } from './turns.ts';

/** A limit that a guess counts toward if it is wrong. */
export interface NamedGuessLimit extends GuessLimit {
  name: RateLimitName;
}

/** Checks a guess, unless one of its limits has been reached. */
export type CheckGuess = <T>(
  guess: readonly NamedGuessLimit[],
  check: () => Promise<T>,
) => Promise<T>;

// Milliseconds. A guess waits while other processes check guesses that might use up a limit.
const pollInterval = 50;
const maxWait = 10_000;

/**
 * Limits wrong guesses. A guess is reserved while it is checked, because parallel ones must not exceed the limit, and
 * counts only if it turns out wrong. Further ones wait until then. `reject` creates the error over a limit, with the
 * milliseconds to wait.
 */
export function createGuessLimits(
  database: Queries,
  reject: (name: RateLimitName, milliseconds: number) => Failure,
): CheckGuess {
  const takeTurns = createTurns();

  /** Reserves a guess with all limits, or with none. Throws if the wrong guesses have reached one. */
  async function tryReserve(guess: readonly NamedGuessLimit[]): Promise<boolean> {
    for (const [index, limit] of guess.entries()) {
      if (await reserveGuess(database, limit)) continue;
      await settle(guess.slice(0, index), false);
      const wrong = await readWrongGuesses(database, limit.key);
      if (wrong !== undefined && wrong.points >= limit.points)
        throw reject(limit.name, wrong.remaining);
      return false;
    }
    return true;
  }

  async function reserve(guess: readonly NamedGuessLimit[]): Promise<void> {
    const deadline = Date.now() + maxWait;
    while (!(await tryReserve(guess))) {
      if (Date.now() > deadline) throw rejectWaiting(guess);
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
    }
  }

  async function settle(guess: readonly NamedGuessLimit[], isWrong: boolean): Promise<void> {
    for (const limit of guess) await settleGuess(database, limit, isWrong);
  }

  /** The error for a guess that has waited too long: others may still be correct, so it can be sent again at once. */
  const rejectWaiting = (guess: readonly NamedGuessLimit[]): Failure =>
    reject(guess.at(-1)?.name ?? 'sign_in_address', pollInterval);

  async function reserveAndCheck<T>(
    guess: readonly NamedGuessLimit[],
    check: () => Promise<T>,
  ): Promise<T> {
    await reserve(guess);
    let result: T;
    try {
      result = await check();
    } catch (error) {
      // Report the original error, even if the count fails.
      await settle(guess, isWrongGuess(error)).catch(() => undefined);
      throw error;
    }
    await settle(guess, false);
    return result;
  }

  // Within this process, guesses wait in line. Only the first ones poll the database for those of other processes.
  return (guess, check) =>
    guess.reduceRight(
      (next, { name, key, points }) =>
        () =>
          takeTurns({ key, limit: points, reject: () => reject(name, pollInterval) }, next),
      () => reserveAndCheck(guess, check),
    )();
}

const wrongGuesses: readonly ProblemCode[] = [
  'invalid_credentials',
  'wrong_password',
  'wrong_code',
];

const isWrongGuess = (error: unknown): boolean =>
  error instanceof Failure && wrongGuesses.includes(error.code);
