import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { problemCopy } from '../problem.copy.ts';
import { Failure } from '../problem.ts';
import type { HashResults, HashTask } from './hash.worker.ts';

/** Each thread needs 46 MiB while it hashes. Half of the processors remain for the calls that don't hash. */
export const hashThreads: number = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/**
 * Tasks that may wait for a thread. Concurrency limits hold back most calls earlier, so this limit only protects
 * memory.
 */
const maxQueue = 50;

/** In milliseconds. After this time without a task, a thread ends, which frees its memory. */
const idleTimeout = 5 * 60_000;

let pool: Piscina<HashTask> | undefined;

/**
 * Runs a task in one of a few threads that do nothing else, at a lower priority than all other work. In Node's own
 * thread pool, compression, DNS lookups, and file access would have to wait for the hashes. Throws `unavailable` if too
 * many tasks are waiting.
 */
export async function runInHashThread<Kind extends HashTask['kind']>(
  task: Extract<HashTask, { kind: Kind }>,
): Promise<HashResults[Kind]> {
  pool ??= startPool();
  if (pool.queueSize >= maxQueue)
    throw new Failure('unavailable', problemCopy.overloaded, {
      retryAfter: 2,
      reason: 'hash threads: queue full',
    });
  return (await pool.run(task)) as HashResults[Kind]; // What the worker returns for this kind.
}

const startPool = (): Piscina<HashTask> =>
  new Piscina({
    filename: fileURLToPath(new URL('hash.worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: hashThreads,
    // The library also counts tasks that start with their thread.
    maxQueue: maxQueue + hashThreads,
    idleTimeout,
    niceIncrement: 10,
    // The threads need neither the secrets in the environment nor the options that a test runner passes to Node.
    env: {},
    execArgv: [],
    recordTiming: false,
    workerHistogram: false,
  });
