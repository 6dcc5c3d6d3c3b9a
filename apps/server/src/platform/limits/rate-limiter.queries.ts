import type { Queries } from '../database/database.ts';
import { directory, fragment } from '../database/owned-sql.ts';

/** The current time in the unit of the table: milliseconds since 1970. */
const now = fragment`(extract(epoch from now()) * 1000)::bigint`;
/** How many wrong guesses the row `counted` has; 0 if its window has passed. */
const wrongGuesses = fragment`case when counted.expire > ${now} then counted.points else 0 end`;
/** How many guesses of the row `counted` are being checked. */
const pendingGuesses = fragment`case when counted.pending_until > ${now} then counted.pending else 0 end`;
/** The end of the current window of the row `counted`. If it has passed, a new window starts. */
const windowEnd = fragment`case when counted.expire > ${now} then counted.expire else excluded.expire end`;

/** What is counted, and the limit: at most `points` wrong guesses in `seconds`. */
export interface GuessLimit {
  key: string;
  points: number;
  seconds: number;
}

/**
 * Reserves a guess. Returns false if the wrong guesses and those being checked have reached the limit. If the process
 * is killed, the reservation ends after half a minute.
 */
export const reserveGuess = async (
  queries: Queries,
  { key, points, seconds }: GuessLimit,
): Promise<boolean> =>
  (await queries.run(directory`
    insert into rate_limits as counted (key, points, expire, pending, pending_until)
    values (${key}, 0, ${now} + ${seconds}::bigint * 1000, 1, ${now} + 30000)
    on conflict (key) do update
    set
      points = ${wrongGuesses},
      expire = ${windowEnd},
      pending = ${pendingGuesses} + 1,
      pending_until = excluded.pending_until
    where ${wrongGuesses} + ${pendingGuesses} < ${points}::integer`)) === 1;

/** Ends a reservation. A wrong guess counts until its window has passed. A correct one does not count at all. */
export const settleGuess = (queries: Queries, { key, seconds }: GuessLimit, isWrong: boolean) =>
  isWrong
    ? queries.run(directory`
        insert into rate_limits as counted (key, points, expire)
        values (${key}, 1, ${now} + ${seconds}::bigint * 1000)
        on conflict (key) do update
        set
          points = ${wrongGuesses} + 1,
          expire = ${windowEnd},
          pending = greatest(counted.pending - 1, 0)`)
    : queries.run(directory`
        update rate_limits
        set pending = greatest(pending - 1, 0)
        where key = ${key}`);

/** Returns how many guesses were wrong in the current window, and the milliseconds until it ends. */
export const readWrongGuesses = (queries: Queries, key: string) =>
  queries.row<{ points: number; remaining: number }>(directory`
    select
      points,
      expire - ${now} as remaining
    from rate_limits
    where key = ${key}
      and expire > ${now}`);

export const deletePoints = (queries: Queries, key: string) =>
  queries.run(directory`
    delete from rate_limits
    where key = ${key}`);
