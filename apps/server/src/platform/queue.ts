import { PgBoss } from 'pg-boss';
import type { Transaction } from './database.ts';
import { lookForDueWork } from './due-work.ts';
import { newId } from './identifiers.ts';
import { type JobName, type Jobs, jobNames, optionsOf, schedules } from './job-kinds.ts';
import type { Logger } from './log.ts';

export interface EnqueueOptions {
  /** At most one job of this kind and key waits at a time. Without one, every job waits its turn. */
  key?: string;
  /** Seconds to wait before it runs. */
  after?: number;
  /** Enqueue in this transaction: the job exists if and only if the transaction commits. */
  transaction?: Transaction;
}

/** Background work, kept in the database and shared by all processes. */
export interface Queue {
  start(workers: { [N in JobName]: (job: Jobs[N]) => Promise<void> }): Promise<void>;
  enqueue<N extends JobName>(name: N, job: Jobs[N], options?: EnqueueOptions): Promise<void>;
  /** Whether a job of this kind that names the user is still to be done. */
  isOpen(name: JobName, userId: string): Promise<boolean>;
  /** Deletes every job that names a user, done or not. What such a job is doing runs on to its end. */
  forget(userId: string): Promise<void>;
  /** Takes no more work, waits for what runs, hands back what did not finish. */
  stop(): Promise<void>;
}

// In seconds: how soon a job is taken back whose worker was killed.
const superviseEvery = 5;
// In seconds. Workers are woken when there is work, see due-work.ts; this is only in case.
const looking = { notifyPollingIntervalSeconds: 30, pollingIntervalSeconds: 30 };

/** Makes the queue of a kind of work, or gives it its options anew: an earlier version may have made it. */
async function makeQueue(boss: PgBoss, name: JobName): Promise<void> {
  const options = optionsOf(name);
  // 'short': one waiting job per key. A job that runs does not keep the next from being queued.
  await boss.createQueue(name, { policy: 'short', ...options });
  await boss.updateQueue(name, options);
}

export function createQueue(databaseUrl: string, log: Logger): Queue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'cairn jobs',
    max: 4,
    superviseIntervalSeconds: superviseEvery,
    monitorIntervalSeconds: superviseEvery,
    useListenNotify: true,
  });
  boss.on('error', (error) => log.warn({ event: 'queue_error', reason: error.message }));
  let started = false;
  let stopLooking = () => {};
  const workerIds = new Map<string, string[]>();

  /** Starts one worker of a kind: it does one job at a time, and looks for the next right after it. */
  async function startWorker(name: JobName, work: (job: unknown) => Promise<void>): Promise<void> {
    // Known a moment after it has begun: a job that ends before waits for the first look.
    let id = '';
    id = await boss.work(name, { ...looking, batchSize: 1 }, async (jobs) => {
      for (const job of jobs) {
        log.debug({ event: 'job_started', job: name, job_id: job.id });
        try {
          await work(job.data);
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
      started = true;
      for (const name of jobNames) {
        await makeQueue(boss, name);
        const cron = schedules[name];
        // One that came due while no process ran is caught up on, once.
        if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
        // Each worker knows its own kind of job; the table above ties name and payload together.
        const work = workers[name] as (job: unknown) => Promise<void>;
        // What begins by itself never has two at once to do.
        for (let count = cron === undefined ? 2 : 1; count > 0; count -= 1)
          await startWorker(name, work);
      }
      stopLooking = lookForDueWork({
        database: boss.getDb(),
        kinds: jobNames,
        wake: (kind) => {
          for (const id of workerIds.get(kind) ?? []) boss.notifyWorker(id);
        },
        log,
      });
    },
    async enqueue(name, job, options = {}) {
      const { key, after, transaction } = options;
      await boss.send(name, job, {
        // Without a key all jobs of a kind would share the one place that 'short' gives each key, and
        // every one but the first that waits would be dropped.
        singletonKey: key ?? newId(),
        ...(after === undefined ? {} : { startAfter: after }),
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
    async isOpen(name, userId) {
      const jobs = await boss.findJobs(name, { data: { userId } });
      return jobs.some(({ state }) => ['created', 'retry', 'active'].includes(state));
    },
    async forget(userId) {
      for (const name of jobNames) {
        const jobs = await boss.findJobs(name, { data: { userId } });
        if (jobs.length > 0)
          await boss.deleteJob(
            name,
            jobs.map(({ id }) => id),
          );
      }
    },
    async stop() {
      stopLooking();
      if (started) await boss.stop({ graceful: true, timeout: 10_000, close: true });
    },
  };
}

/** A job as it was when it was saved. */
export interface PutBackJob {
  name: string;
  data: object;
  singleton_key: string | null;
  /** UTC, ISO 8601. */
  start_after: string;
}

/** The queues of a database, for who takes no work from them. */
export interface ReadyQueues {
  /**
   * Asks for the jobs anew, in the transaction that `run` speaks in; answers how many there were. What
   * begins by itself is not put back: it begins once, now, so that what is restored is brought up to date.
   * Kinds of work that there are no more are left out.
   */
  putBack(
    jobs: readonly PutBackJob[],
    run: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>,
  ): Promise<number>;
  close(): Promise<void>;
}

// How many jobs go into one statement.
const batch = 500;

/** Connects to the queues, and makes them where no server has run on this database yet. */
export async function connectQueues(databaseUrl: string): Promise<ReadyQueues> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'cairn restore jobs',
    max: 1,
    supervise: false,
    schedule: false,
    useListenNotify: true,
  });
  // A connection that breaks fails the statement that needed it.
  boss.on('error', () => {});
  await boss.start();
  for (const name of jobNames) await makeQueue(boss, name);
  return {
    async putBack(jobs, run) {
      const db = { executeSql: run };
      let count = 0;
      for (const name of jobNames) {
        if (schedules[name] !== undefined) {
          // A backup of what was just restored would take the place of today's.
          if (name !== 'back-up') await boss.send(name, {}, { singletonKey: 'restored', db });
          continue;
        }
        const own = jobs.filter((job) => job.name === name);
        for (let at = 0; at < own.length; at += batch) {
          const some = own.slice(at, at + batch);
          await boss.insert(
            name,
            some.map(({ data, singleton_key, start_after }) => ({
              data,
              singletonKey: singleton_key ?? newId(),
              startAfter: start_after,
            })),
            { db },
          );
          count += some.length;
        }
      }
      return count;
    },
    close: () => boss.stop({ graceful: false, close: true }),
  };
}
