import type { PgBoss } from 'pg-boss';
import type { JobConcurrency } from './job-kinds.ts';

/** A job as the queue hands it to a worker. */
export interface FetchedJob {
  id: string;
  data: unknown;
}

interface Worker {
  /** Assigned by the queue, before the worker can fetch a job. */
  id: string;
  isStopping: boolean;
}

/** The workers of one job name in this process. */
export interface WorkerPool {
  /** Makes the idle workers poll for due jobs now. */
  wake(): void;
}

// A notification wakes all idle workers, and each sends a query. Two of them are enough to start the next jobs at once.
const idleWorkers = 2;
// In seconds. Notifications and poll-due-jobs.ts wake the workers. Their own polling is a fallback.
const polling = { notifyPollingIntervalSeconds: 30, pollingIntervalSeconds: 30 };

/**
 * Starts workers that each run one job at a time. A worker that starts a job is replaced by another idle one, until
 * there are `JobConcurrency.total` workers, and workers that are no longer needed are stopped. This lets many jobs wait
 * for the network at once, while an idle queue costs only two queries per notification.
 */
export async function startWorkerPool(
  boss: PgBoss,
  name: string,
  { total, perGroup }: JobConcurrency,
  run: (job: FetchedJob) => Promise<void>,
): Promise<WorkerPool> {
  const idle = new Set<Worker>();
  let count = 0;
  const options = {
    ...polling,
    batchSize: 1,
    ...(perGroup !== undefined && { groupConcurrency: perGroup }),
  };

  async function addWorker(): Promise<void> {
    count += 1;
    const worker: Worker = { id: '', isStopping: false };
    idle.add(worker);
    worker.id = await boss.work(name, options, async (jobs) => {
      idle.delete(worker);
      // Fails only while the queue stops, when no further worker is needed.
      if (idle.size < idleWorkers && count < total) void addWorker().catch(() => undefined);
      try {
        for (const job of jobs) await run(job);
      } finally {
        if (!worker.isStopping) becomeIdle(worker);
      }
    });
  }

  /** Makes a worker fetch the next job once its own is completed, and stops another one if too many are idle. */
  function becomeIdle(worker: Worker): void {
    const [other] = idle;
    if (other !== undefined && idle.size >= idleWorkers) {
      idle.delete(other);
      other.isStopping = true;
      count -= 1;
      void boss.offWork(name, { id: other.id, wait: false }).catch(() => undefined);
    }
    idle.add(worker);
    boss.notifyWorker(worker.id);
  }

  for (let started = 0; started < Math.min(idleWorkers, total); started += 1) await addWorker();
  return {
    wake() {
      for (const { id } of idle) boss.notifyWorker(id);
    },
  };
}
