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

/** The tasks of one key. */
interface Line {
  running: number;
  /** Starts the tasks that wait, in order. */
  waiting: (() => void)[];
}

/** Tasks that wait per key. More would only fill the memory. */
const maxWaiting = 100;

/** Creates the lines in which tasks wait. */
export function createTurns(): TakeTurns {
  const lines = new Map<string, Line>();
  return async ({ key, limit, reject }, task) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < limit) line.running += 1;
    else {
      if (line.waiting.length >= maxWaiting) throw reject();
      // The task that ends hands over its place.
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
