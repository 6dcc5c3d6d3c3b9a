import { PgBoss } from 'pg-boss';
import type { Transaction } from './database.ts';
import { newId } from './identifiers.ts';
import type { Logger } from './log.ts';

/** The kinds of background work and what each is told. */
export interface Jobs {
  'sync-item': { userId: string; itemId: string };
  'work-off-webhook': { provider: string; eventId: string };
  'note-refusal': { userId: string; device: string };
  'start-reset': { mailId: string; sealedAddress: string };
  /** `forget`: it is over, and its row goes. */
  'send-mail': { userId: string; mailId: string; forget?: true };
  /** `sealedToken`: as its user's row had it. */
  'revoke-apple': { userId: string; issuer: string; subject: string; sealedToken: string };
  /** `atPeriodEnd`: it lasts as long as it is paid, and does not renew. Otherwise it ends now. */
  'cancel-subscription': { userId: string; reference: string; atPeriodEnd: boolean };
  'unlink-item': { userId: string; itemId: string };
  'disconnect-item': { userId: string; itemId: string };
  /** `accountId`: the aggregator's. */
  'drop-account': { userId: string; itemId: string; accountId: string };
  'look-at-banks': Record<string, never>;
  'sync-stale': { userId: string };
  'clean-up': Record<string, never>;
  /** `after`: those with a higher id, some of them. */
  'clean-users': { after: string };
  'delete-user': { userId: string; attempt: number };
  'refresh-demo': Record<string, never>;
  'refresh-quotes': Record<string, never>;
  'follow-subscriptions': Record<string, never>;
  'look-at-exchanges': Record<string, never>;
  'revoke-exchange': { userId: string; linkId: string };
  'back-up': Record<string, never>;
}
export type JobName = keyof Jobs;

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

// A job is tried again for more than an hour: a database that is away for a while loses none. A worker
// that was killed stops its heartbeat, and its job is taken back at the next look.
const jobOptions = {
  retryLimit: 100,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 600,
  heartbeatSeconds: 10,
  // A job that can be done now wakes a worker at once, in whichever process.
  notify: true,
} as const;
const lookEvery = 5;
// In seconds. Work for later and second tries wake nobody, so workers also look by themselves; more often
// where the database cannot wake them (behind a transaction pooler).
const looking = { notifyPollingIntervalSeconds: 1, pollingIntervalSeconds: 0.5 };
const names: JobName[] = [
  'sync-item',
  'work-off-webhook',
  'note-refusal',
  'start-reset',
  'send-mail',
  'revoke-apple',
  'cancel-subscription',
  'unlink-item',
  'disconnect-item',
  'drop-account',
  'look-at-banks',
  'sync-stale',
  'clean-up',
  'clean-users',
  'delete-user',
  'refresh-demo',
  'refresh-quotes',
  'follow-subscriptions',
  'look-at-exchanges',
  'revoke-exchange',
  'back-up',
];
/** Kinds of work that begin by themselves: when, as a cron expression in UTC. */
const schedules: Partial<Record<JobName, string>> = {
  'refresh-demo': '0 0 * * *',
  // It looks which prices are old by now: most minutes there is nothing to do.
  'refresh-quotes': '* * * * *',
  'follow-subscriptions': '0 * * * *',
  // It looks whose turn it is: each has one a day.
  'look-at-exchanges': '*/15 * * * *',
  'look-at-banks': '*/15 * * * *',
  'clean-up': '23 3 * * *',
  'back-up': '0 3 * * *',
};
/** Where a kind of work needs other options than those above. */
const ownOptions: Partial<
  Record<JobName, { retryLimit?: number; deleteAfterSeconds?: number; expireInSeconds?: number }>
> = {
  // A mail says itself until when it makes sense, days at most; here it only must not end sooner.
  'send-mail': { retryLimit: 20_000 },
  // A payment provider that is away for days must not cost somebody what they paid, or charge them again.
  'work-off-webhook': { retryLimit: 20_000 },
  'cancel-subscription': { retryLimit: 20_000 },
  // It gives up on a provider by itself, after days.
  'unlink-item': { retryLimit: 20_000 },
  // What somebody has withdrawn is not to stay because the aggregator is away.
  'disconnect-item': { retryLimit: 20_000 },
  // Nobody is to keep a key to what somebody has unlinked.
  'revoke-exchange': { retryLimit: 20_000 },
  // A user's id in it is only where it goes on: it is not to outlive them.
  'clean-users': { deleteAfterSeconds: 60 },
  // Whom somebody tried to sign in as, or forgot the password of, is kept no longer than it takes.
  'note-refusal': { deleteAfterSeconds: 60 },
  'start-reset': { deleteAfterSeconds: 60 },
  // Everything is read, however much that is.
  'back-up': { expireInSeconds: 6 * 3_600 },
};

/** Makes the queue of a kind of work, or gives it its options anew: an earlier version may have made it. */
async function makeQueue(boss: PgBoss, name: JobName): Promise<void> {
  const options = { ...jobOptions, ...ownOptions[name] };
  // 'short': one waiting job per key. A job that runs does not keep the next from being queued.
  await boss.createQueue(name, { policy: 'short', ...options });
  await boss.updateQueue(name, options);
}

export function createQueue(databaseUrl: string, log: Logger): Queue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'cairn jobs',
    max: 4,
    superviseIntervalSeconds: lookEvery,
    monitorIntervalSeconds: lookEvery,
    useListenNotify: true,
  });
  boss.on('error', (error) => log.warn({ event: 'queue_error', reason: error.message }));
  let started = false;

  return {
    async start(workers) {
      await boss.start();
      started = true;
      for (const name of names) {
        await makeQueue(boss, name);
        const cron = schedules[name];
        // One that came due while no process ran is caught up on, once.
        if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
        // Each worker knows its own kind of job; the table above ties name and payload together.
        const work = workers[name] as (job: unknown) => Promise<void>;
        await boss.work(
          name,
          // What begins by itself never has two at once to do.
          { ...looking, batchSize: 1, localConcurrency: cron === undefined ? 2 : 1 },
          async (jobs) => {
            for (const job of jobs) {
              log.debug({ event: 'job_started', job: name, job_id: job.id });
              try {
                await work(job.data);
              } catch (error) {
                log.error({
                  event: 'job_failed',
                  job: name,
                  job_id: job.id,
                  reason: String(error),
                });
                throw error;
              }
            }
          },
        );
      }
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
      for (const name of names) {
        const jobs = await boss.findJobs(name, { data: { userId } });
        if (jobs.length > 0)
          await boss.deleteJob(
            name,
            jobs.map(({ id }) => id),
          );
      }
    },
    async stop() {
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
  for (const name of names) await makeQueue(boss, name);
  return {
    async putBack(jobs, run) {
      const db = { executeSql: run };
      let count = 0;
      for (const name of names) {
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
