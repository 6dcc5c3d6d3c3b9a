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
import { createTaskLimiter } from './task-limiter.ts';

/** A limit that a guess counts toward if it is wrong. */
export interface NamedGuessLimit extends GuessLimit {
  name: RateLimitName;
}

/** Checks a guess, unless one of its limits has been reached. */
export type CheckGuess = <T>(
  limits: readonly NamedGuessLimit[],
  check: () => Promise<T>,
) => Promise<T>;

// In milliseconds. A guess waits while other processes check guesses that might use up a limit.
const pollInterval = 50;
const maxWait = 10_000;

/**
 * Creates the function that checks guesses and limits wrong ones. A guess is reserved while it is checked, because
 * parallel ones must not exceed the limit, and counts only if it turns out to be wrong. Until then, guesses that could
 * exceed the limit wait. `createError` gets the limit that was reached, and how many milliseconds the client must wait.
 */
export function createGuessChecker(
  database: Queries,
  createError: (name: RateLimitName, milliseconds: number) => Failure,
): CheckGuess {
  const runLimited = createTaskLimiter();

  /** Reserves a guess under all limits, or under none. Throws if the wrong guesses have reached one of them. */
  async function tryReserve(limits: readonly NamedGuessLimit[]): Promise<boolean> {
    for (const [index, limit] of limits.entries()) {
      if (await reserveGuess(database, limit)) continue;
      await settle(limits.slice(0, index), false);
      const wrong = await readWrongGuesses(database, limit.key);
      if (wrong !== undefined && wrong.points >= limit.points)
        throw createError(limit.name, wrong.remaining);
      return false;
    }
    return true;
  }

  async function reserve(limits: readonly NamedGuessLimit[]): Promise<void> {
    const deadline = performance.now() + maxWait;
    while (!(await tryReserve(limits))) {
      if (performance.now() > deadline) throw waitedTooLong(limits);
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
    }
  }

  async function settle(limits: readonly NamedGuessLimit[], isWrong: boolean): Promise<void> {
    for (const limit of limits) await settleGuess(database, limit, isWrong);
  }

  /**
   * Returns the error for a guess that has waited too long. No limit has been reached yet, because the guesses before
   * it may still be correct, so it can be sent again at once.
   */
  const waitedTooLong = (limits: readonly NamedGuessLimit[]): Failure =>
    createError(limits.at(-1)?.name ?? 'sign_in_address', pollInterval);

  async function reserveAndCheck<T>(
    limits: readonly NamedGuessLimit[],
    check: () => Promise<T>,
  ): Promise<T> {
    await reserve(limits);
    let result: T;
    try {
      result = await check();
    } catch (error) {
      // Throw the original error even if the guess can't be settled.
      await settle(limits, isWrongGuess(error)).catch(() => undefined);
      throw error;
    }
    await settle(limits, false);
    return result;
  }

  // Within this process, guesses queue up, so only the first ones poll the database for guesses of other processes.
  return (limits, check) =>
    limits.reduceRight(
      (next, { name, key, points }) =>
        () =>
          runLimited(
            { key, maxRunning: points, createError: () => createError(name, pollInterval) },
            next,
          ),
      () => reserveAndCheck(limits, check),
    )();
}

const wrongGuessCodes: readonly ProblemCode[] = [
  'invalid_credentials',
  'wrong_password',
  'wrong_code',
];

const isWrongGuess = (error: unknown): boolean =>
  error instanceof Failure && wrongGuessCodes.includes(error.code);
