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

/** The tasks of one key. */
interface Line {
  running: number;
  /** Functions that start the waiting tasks, in order. */
  waiting: (() => void)[];
}

/** How many tasks may wait per key. The limit protects memory. */
const maxWaiting = 100;

/** Creates a function that runs tasks in turn, with one line per key. */
export function createTurns(): TakeTurns {
  const lines = new Map<string, Line>();
  return async ({ key, limit, createError }, task) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < limit) line.running += 1;
    else {
      if (line.waiting.length >= maxWaiting) throw createError();
      // A task that finishes starts this one, so `running` stays the same.
      await new Promise<void>((start) => line.waiting.push(start));
    }
    try {
      return await task();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    }
  };
}
