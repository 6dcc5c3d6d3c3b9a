import { type Db, PgBoss } from 'pg-boss';
import type { Transaction } from '../database/database.ts';
import { unlimitedSessionOptions } from '../database/session-settings.ts';
import { newId } from '../identifiers.ts';
import type { Logger } from '../log.ts';
import { type JobBacklog, readBacklog } from './job-backlog.ts';
import {
  type JobName,
  type Jobs,
  jobConcurrency,
  jobNames,
  queueOptions,
  schedules,
} from './job-kinds.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { pollDueJobs } from './poll-due-jobs.ts';
import { prepareUpkeep, startDeletingFinishedJobs } from './queue-upkeep.ts';
import { startWhenWritable } from './start-when-writable.ts';
import { type FetchedJob, startWorkerPool, type WorkerPool } from './worker-pool.ts';

export interface EnqueueOptions {
  /** At most one job with this name and key waits at a time. Without a key, all jobs are queued. */
  key?: string;
  /** Seconds until the job is due. */
  delaySeconds?: number;
  /** At most `JobConcurrency.perGroup` jobs of a group run at once. */
  group?: string;
  /** Runs after all other due jobs with this name, because no user waits for it. */
  isBackground?: boolean;
  /** Enqueues the job in this transaction: it exists if and only if the transaction commits. */
  transaction?: Transaction;
}

type JobHandlers = { [N in JobName]: (job: Jobs[N]) => Promise<void> };

/** The job queue. It is stored in the database and shared by all processes. */
export interface Queue {
  start(handlers: JobHandlers): Promise<void>;
  enqueue<N extends JobName>(name: N, job: Jobs[N], options?: EnqueueOptions): Promise<void>;
  /** True if a job with this name and user is waiting or running. */
  hasUnfinishedJob(name: JobName, userId: string): Promise<boolean>;
  /** Deletes all of a user's jobs, finished or not. A running job is not interrupted. */
  deleteUserJobs(userId: string): Promise<void>;
  /** Reads how many jobs are waiting, by job name. Empty before the queue is started. */
  readBacklog(): Promise<JobBacklog[]>;
  /** Runs a statement on the queue's connections, which requests don't use. No rows before the queue is started. */
  executeSql(text: string): Promise<{ rows: unknown[] }>;
  /** Stops fetching jobs and waits for running ones. Unfinished jobs return to the queue. */
  stop(): Promise<void>;
}

/** Runs a job and measures the run. Rejects as the job does. */
export type ObserveJob = (name: JobName, run: () => Promise<void>) => Promise<void>;

const unobserved: ObserveJob = (_name, run) => run();

// In seconds: the time between two checks for jobs whose worker was killed.
const superviseInterval = 5;

/** Creates the queue of a job name, or updates its options if an earlier version created it. */
async function createOrUpdateQueue(boss: PgBoss, name: JobName): Promise<void> {
  const options = queueOptions(name);
  // 'short' allows one waiting job per key. A running job does not block the next one from being queued.
  await boss.createQueue(name, { policy: 'short', ...options });
  await boss.updateQueue(name, options);
}

/** Creates or updates all queues and their schedules. */
async function prepareAllQueues(boss: PgBoss): Promise<void> {
  for (const name of jobNames) {
    await createOrUpdateQueue(boss, name);
    const cron = schedules[name];
    // A schedule that was missed while no process ran is run once.
    if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
  }
}

/** Lets pg-boss run its statements in a transaction of ours. */
const queueDatabase = (transaction: Transaction): Db => ({
  executeSql: (text: string, values?: unknown[]) => transaction.executeSql(text, values),
});

/** Runs a job and logs its start and its failure. Rejects if it fails, so that the queue retries it. */
async function runJob(
  log: Logger,
  name: JobName,
  { id, data }: FetchedJob,
  work: (job: unknown) => Promise<void>,
): Promise<void> {
  log.debug({ event: 'job_started', job: name, job_id: id });
  try {
    await work(data);
  } catch (error) {
    log.error({ event: 'job_failed', job: name, job_id: id, reason: String(error) });
    throw error;
  }
}

export interface QueueOptions {
  /** False if another database role creates and updates the schema (`prepareQueues`). */
  ownsSchema: boolean;
  /** False if this process only enqueues jobs, and others run them, with their schedules and retries. */
  runsJobs: boolean;
  /** Measures each run of a job. */
  observe?: ObserveJob;
}

/**
 * Creates the job queue.
 * @param directUrl without a transaction pooler in between, for LISTEN
 */
export function createQueue(
  directUrl: string,
  log: Logger,
  { ownsSchema, runsJobs, observe = unobserved }: QueueOptions,
): Queue {
  const boss = new PgBoss({
    connectionString: directUrl,
    application_name: 'cairn jobs',
    options: unlimitedSessionOptions,
    max: 4,
    supervise: runsJobs,
    schedule: runsJobs,
    superviseIntervalSeconds: superviseInterval,
    monitorIntervalSeconds: superviseInterval,
    useListenNotify: runsJobs,
    clock: monotonicClock,
    migrate: ownsSchema,
    createSchema: ownsSchema,
  });
  boss.on('error', (error) => log.warn({ event: 'queue_error', reason: error.message }));
  let isStarted = false;
  let stopRetrying = () => {};
  let stopPolling = () => {};
  let stopDeleting = () => {};

  async function startAllWorkers(handlers: JobHandlers): Promise<void> {
    const pools = new Map<string, WorkerPool>();
    for (const name of jobNames) {
      // `Jobs` ties the payload to the name, but the compiler can't follow it through the loop.
      const work = handlers[name] as (job: unknown) => Promise<void>;
      const run = (job: FetchedJob) =>
        runJob(log, name, job, (data) => observe(name, () => work(data)));
      pools.set(name, await startWorkerPool(boss, name, jobConcurrency(name), run));
    }
    stopPolling = pollDueJobs({
      database: boss.getDb(),
      names: jobNames,
      wake: (name) => pools.get(name)?.wake(),
      log,
    });
  }

  return {
    async start(handlers) {
      const database = boss.getDb();
      stopRetrying = await startWhenWritable({
        start: async () => {
          await boss.start();
          isStarted = true;
          await prepareUpkeep(database, { ownsSchema });
          await prepareAllQueues(boss);
          if (runsJobs) await startAllWorkers(handlers);
        },
        undo: () => boss.stop({ graceful: false, close: false }),
        log,
      });
      if (runsJobs) stopDeleting = startDeletingFinishedJobs(database, log);
    },
    async enqueue(name, job, options = {}) {
      const { key, delaySeconds, group, isBackground, transaction } = options;
      await boss.send(name, job, {
        // Without a unique key all jobs with this name would share one key, and 'short' would drop all
        // but the first waiting one.
        singletonKey: key ?? newId(),
        priority: isBackground ? 0 : 1,
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
        ...(group === undefined ? {} : { group: { id: group } }),
        ...(transaction === undefined ? {} : { db: queueDatabase(transaction) }),
      });
    },
    async hasUnfinishedJob(name, userId) {
      const jobs = await boss.findJobs(name, { data: { userId } });
      return jobs.some(({ state }) => ['created', 'retry', 'active'].includes(state));
    },
    async deleteUserJobs(userId) {
      for (const name of jobNames) {
        const jobs = await boss.findJobs(name, { data: { userId } });
        if (jobs.length > 0)
          await boss.deleteJob(
            name,
            jobs.map(({ id }) => id),
          );
      }
    },
    readBacklog: async () => (isStarted ? readBacklog(boss.getDb()) : []),
    executeSql: async (text) => (isStarted ? boss.getDb().executeSql(text) : { rows: [] }),
    async stop() {
      stopRetrying();
      stopPolling();
      stopDeleting();
      if (isStarted) await boss.stop({ graceful: true, timeout: 10_000, close: true });
    },
  };
}

/** A job in a backup. */
export interface SavedJob {
  name: string;
  data: object;
  singleton_key: string | null;
  /** Absent in backups of earlier versions. */
  group_id?: string | null;
  priority?: number;
  /** UTC, ISO 8601. */
  start_after: string;
}

/** Restores jobs from a backup without running any. */
export interface QueueRestorer {
  /**
   * Enqueues the saved jobs in the transaction of `run` and returns their number. Skips job names that no
   * longer exist. Scheduled jobs are not restored but run once now, to bring the restored data up to date.
   */
  restoreJobs(
    jobs: readonly SavedJob[],
    run: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
  ): Promise<number>;
  close(): Promise<void>;
}

// Jobs per insert statement.
const batchSize = 500;

/** Creates or updates the schema of the queues, as the role that owns it. */
export async function prepareQueues(ownerUrl: string): Promise<void> {
  await (await connectQueueRestorer(ownerUrl)).close();
}

/** Connects to the queues of a database and creates missing ones. */
export async function connectQueueRestorer(databaseUrl: string): Promise<QueueRestorer> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'cairn restore jobs',
    options: unlimitedSessionOptions,
    max: 1,
    supervise: false,
    schedule: false,
    useListenNotify: true,
  });
  // A broken connection also fails the statement that uses it.
  boss.on('error', () => {});
  await boss.start();
  await prepareUpkeep(boss.getDb(), { ownsSchema: true });
  for (const name of jobNames) await createOrUpdateQueue(boss, name);
  return {
    async restoreJobs(jobs, run) {
      const db = { executeSql: run };
      let count = 0;
      for (const name of jobNames) {
        if (schedules[name] !== undefined) {
          // A backup right after a restore would replace today's backup.
          if (name !== 'create-backup') await boss.send(name, {}, { singletonKey: 'restored', db });
          continue;
        }
        const namedJobs = jobs.filter((job) => job.name === name);
        for (let start = 0; start < namedJobs.length; start += batchSize) {
          const batch = namedJobs.slice(start, start + batchSize);
          await boss.insert(
            name,
            batch.map(({ data, singleton_key, group_id, priority, start_after }) => ({
              data,
              singletonKey: singleton_key ?? newId(),
              startAfter: start_after,
              ...(group_id ? { group: { id: group_id } } : {}),
              ...(priority === undefined ? {} : { priority }),
            })),
            { db },
          );
          count += batch.length;
        }
      }
      return count;
    },
    close: () => boss.stop({ graceful: false, close: true }),
  };
}
