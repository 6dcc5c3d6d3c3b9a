import { PgBoss } from 'pg-boss';
import type { Transaction } from '../database/database.ts';
import { newId } from '../identifiers.ts';
import type { Logger } from '../log.ts';
import { type JobBacklog, readBacklog } from './job-backlog.ts';
import { type JobName, type Jobs, jobNames, queueOptions, schedules } from './job-kinds.ts';
import { pollDueJobs } from './poll-due-jobs.ts';

export interface EnqueueOptions {
  /** At most one job with this name and key waits at a time. Without a key, all jobs are queued. */
  key?: string;
  /** Seconds until the job is due. */
  delaySeconds?: number;
  /** Enqueues the job in this transaction: it exists if and only if the transaction commits. */
  transaction?: Transaction;
}

/** The job queue. It is stored in the database and shared by all processes. */
export interface Queue {
  start(workers: { [N in JobName]: (job: Jobs[N]) => Promise<void> }): Promise<void>;
  enqueue<N extends JobName>(name: N, job: Jobs[N], options?: EnqueueOptions): Promise<void>;
  /** True if a job with this name and user is waiting or running. */
  hasUnfinishedJob(name: JobName, userId: string): Promise<boolean>;
  /** Deletes all of a user's jobs, finished or not. A running job is not interrupted. */
  deleteUserJobs(userId: string): Promise<void>;
  /** Reads how many jobs wait, by job name. None before the queue is started. */
  readBacklog(): Promise<JobBacklog[]>;
  /** Stops taking jobs and waits for running ones. Unfinished jobs return to the queue. */
  stop(): Promise<void>;
}

/** Runs a job and measures the run. Rejects as the job does. */
export type ObserveJob = (name: JobName, run: () => Promise<void>) => Promise<void>;

const unobserved: ObserveJob = (_name, run) => run();

// In seconds: the time between two checks for jobs whose worker was killed.
const superviseInterval = 5;
// In seconds. Notifications and poll-due-jobs.ts wake the workers. Their own polling is a fallback.
const pollingOptions = { notifyPollingIntervalSeconds: 30, pollingIntervalSeconds: 30 };

/** Creates the queue of a job name, or updates its options if an earlier version created it. */
async function createOrUpdateQueue(boss: PgBoss, name: JobName): Promise<void> {
  const options = queueOptions(name);
  // 'short' allows one waiting job per key. A running job does not block the next one from being queued.
  await boss.createQueue(name, { policy: 'short', ...options });
  await boss.updateQueue(name, options);
}

/**
 * Creates the job queue. `ownsSchema`: false if another database role creates and updates its schema (`prepareQueues`).
 * `observe` measures each run of a job.
 */
export function createQueue(
  databaseUrl: string,
  log: Logger,
  { ownsSchema, observe = unobserved }: { ownsSchema: boolean; observe?: ObserveJob },
): Queue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'cairn jobs',
    max: 4,
    superviseIntervalSeconds: superviseInterval,
    monitorIntervalSeconds: superviseInterval,
    useListenNotify: true,
    migrate: ownsSchema,
    createSchema: ownsSchema,
  });
  boss.on('error', (error) => log.warn({ event: 'queue_error', reason: error.message }));
  let isStarted = false;
  let stopPolling = () => {};
  const workerIds = new Map<string, string[]>();

  /** Starts a worker. It runs one job at a time and fetches the next one right away. */
  async function startWorker(name: JobName, work: (job: unknown) => Promise<void>): Promise<void> {
    // Set once the worker has started. If a job ends before then, the next job waits for the first poll.
    let id = '';
    id = await boss.work(name, { ...pollingOptions, batchSize: 1 }, async (jobs) => {
      for (const job of jobs) {
        log.debug({ event: 'job_started', job: name, job_id: job.id });
        try {
          await observe(name, () => work(job.data));
        } catch (error) {
          log.error({ event: 'job_failed', job: name, job_id: job.id, reason: String(error) });
          throw error;
        } finally {
          boss.notifyWorker(id);
        }
      }
    });
    workerIds.set(name, [...(workerIds.get(name) ?? []), id]);
  }

  return {
    async start(workers) {
      await boss.start();
      isStarted = true;
      for (const name of jobNames) {
        await createOrUpdateQueue(boss, name);
        const cron = schedules[name];
        // A schedule that was missed while no process ran is run once.
        if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
        // `Jobs` ties the payload to the name, but the compiler can't follow it through the loop.
        const work = workers[name] as (job: unknown) => Promise<void>;
        // A scheduled job never has two runs at once, so one worker is enough.
        for (let count = cron === undefined ? 2 : 1; count > 0; count -= 1)
          await startWorker(name, work);
      }
      stopPolling = pollDueJobs({
        database: boss.getDb(),
        names: jobNames,
        wake: (name) => {
          for (const id of workerIds.get(name) ?? []) boss.notifyWorker(id);
        },
        log,
      });
    },
    async enqueue(name, job, options = {}) {
      const { key, delaySeconds, transaction } = options;
      await boss.send(name, job, {
        // Without a unique key all jobs with this name would share one key, and 'short' would drop all
        // but the first waiting one.
        singletonKey: key ?? newId(),
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
        ...(transaction === undefined
          ? {}
          : {
              db: {
                executeSql: (text: string, values?: unknown[]) =>
                  transaction.executeSql(text, values),
              },
            }),
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
    async stop() {
      stopPolling();
      if (isStarted) await boss.stop({ graceful: true, timeout: 10_000, close: true });
    },
  };
}

/** A job in a backup. */
export interface SavedJob {
  name: string;
  data: object;
  singleton_key: string | null;
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
    max: 1,
    supervise: false,
    schedule: false,
    useListenNotify: true,
  });
  // A broken connection also fails the statement that uses it.
  boss.on('error', () => {});
  await boss.start();
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
            batch.map(({ data, singleton_key, start_after }) => ({
              data,
              singletonKey: singleton_key ?? newId(),
              startAfter: start_after,
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
