import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** The limit that a task is subject to. */
export interface TaskLimit {
  /** Tasks with the same key share a limit. */
  key: string;
  maxRunning: number;
  /** Creates the error for a task that finds the queue full. */
  createError: () => Error;
}

/** Runs a task once fewer than `maxRunning` tasks with its key run in this process, in the order of the calls. */
export type RunLimited = <T>(limit: TaskLimit, task: () => Promise<T>) => Promise<T>;

/** How many tasks may wait per key. The limit protects memory. */
const maxQueued = 100;

/** Creates a function that limits how many tasks with the same key run at once. */
export function createTaskLimiter(): RunLimited {
  const acquireSlot = createConcurrencyLimiter();
  return async ({ key, maxRunning, createError }, task) => {
    const slot = await acquireSlot({ key, limit: { maxRunning, maxQueued }, createError });
    try {
      return await task();
    } finally {
      slot.release();
    }
  };
}
