import { createLines } from './lines.ts';

/** The line in which a task waits. */
export interface Turn {
  key: string;
  /** The tasks of this key that run at once. */
  limit: number;
  /** Creates the error for a task whose line is full. */
  reject: () => Error;
}

/** Runs a task once fewer than `limit` tasks of its key are running in this process, in the order of the calls. */
export type TakeTurns = <T>(turn: Turn, task: () => Promise<T>) => Promise<T>;

/** Tasks that wait per key. More would only fill the memory. */
const maxWaiting = 100;

/** Creates the lines in which tasks wait. */
export function createTurns(): TakeTurns {
  const enter = createLines();
  return async ({ key, limit, reject }, task) => {
    const place = await enter({ key, limits: { running: limit, waiting: maxWaiting }, reject });
    try {
      return await task();
    } finally {
      place.leave();
    }
  };
}
