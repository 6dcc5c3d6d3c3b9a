import { createLines } from './lines.ts';

/** The line in which a task waits for its turn. */
export interface Turn {
  key: string;
  /** How many tasks of this key may run at once. */
  limit: number;
  /** Creates the error for a task whose line is full. */
  createError: () => Error;
}

/** Runs a task once fewer than `limit` tasks of its key are running in this process, in the order of the calls. */
export type TakeTurns = <T>(turn: Turn, task: () => Promise<T>) => Promise<T>;

/** How many tasks may wait per key. The limit protects memory. */
const maxWaiting = 100;

/** Creates a function that runs tasks in turn, with one line per key. */
export function createTurns(): TakeTurns {
  const enter = createLines();
  return async ({ key, limit, createError }, task) => {
    const limits = { running: limit, waiting: maxWaiting };
    const place = await enter({ key, limits, createError });
    try {
      return await task();
    } finally {
      place.leave();
    }
  };
}
