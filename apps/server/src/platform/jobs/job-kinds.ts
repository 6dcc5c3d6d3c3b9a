/** The payload of each job, by job name. */
export interface Jobs {
  'sync-item': { userId: string; itemId: string };
  'process-webhook': { provider: string; eventId: string };
  /** `ip`: shortened to what may be stored. */
  'record-failed-sign-in': { userId: string; device: string; ip: string | null };
  'start-password-reset': { mailId: string; sealedAddress: string; ip: string | null };
  /** `forget`: deletes the row of a mail that was sent or abandoned. */
  'send-mail': { userId: string; mailId: string; forget?: true };
  /** `sealedToken`: as stored in the user's row. */
  'revoke-apple-access': { userId: string; issuer: string; subject: string; sealedToken: string };
  /** `atPeriodEnd`: the subscription ends with the paid period. Otherwise it ends now. */
  'cancel-subscription': { userId: string; reference: string; atPeriodEnd: boolean };
  'apply-bulk-change': { userId: string; changeId: string };
  'finish-link': { userId: string; intentId: string };
  'unlink-item': { userId: string; itemId: string };
  'handle-withdrawn-access': { userId: string; itemId: string };
  /** `accountId`: the aggregator's ID. */
  'delete-withdrawn-account': { userId: string; itemId: string; accountId: string };
  'poll-items': Record<string, never>;
  'sync-stale-items': { userId: string };
  prune: Record<string, never>;
  /** `after`: a user ID. The job processes the batch of users whose IDs follow it. */
  'prune-users': { after: string };
  'delete-user': { userId: string; attempt: number };
  'refresh-demo': Record<string, never>;
  'refresh-quotes': Record<string, never>;
  'process-subscription-steps': Record<string, never>;
  'poll-exchanges': Record<string, never>;
  'revoke-exchange-access': { userId: string; linkId: string };
  'process-factor-resets': Record<string, never>;
  'create-backup': Record<string, never>;
}
export type JobName = keyof Jobs;

/** How many jobs with one name may run at once. */
export interface JobConcurrency {
  /** In one process. */
  total: number;
  /** In all processes, among jobs of one group (`EnqueueOptions.group`). */
  perGroup?: number;
}

/** Syncs mostly wait for the network. The group of a sync is its institution, so a slow institution leaves room for others. */
const syncConcurrency: JobConcurrency = { total: 120, perGroup: 80 };

/** Returns how many jobs with a name may run at once. A scheduled job never has two runs at once. */
export function jobConcurrency(name: JobName): JobConcurrency {
  if (name === 'sync-item') return syncConcurrency;
  return { total: schedules[name] === undefined ? 2 : 1 };
}

// A failed job is retried for more than an hour, so that no job is lost while the database is unavailable.
// A killed worker stops sending heartbeats, and its job becomes available at the next check.
const jobOptions = {
  retryLimit: 100,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 600,
  heartbeatSeconds: 10,
  // Finished jobs are not needed: their results are stored elsewhere, and failures are logged. Unfinished jobs are kept.
  deleteAfterSeconds: 600,
  // A job that is due now wakes a worker at once, in any process.
  notify: true,
} as const;

/** All job names. */
export const jobNames: readonly JobName[] = [
  'sync-item',
  'process-webhook',
  'record-failed-sign-in',
  'start-password-reset',
  'send-mail',
  'revoke-apple-access',
  'cancel-subscription',
  'apply-bulk-change',
  'finish-link',
  'unlink-item',
  'handle-withdrawn-access',
  'delete-withdrawn-account',
  'poll-items',
  'sync-stale-items',
  'prune',
  'prune-users',
  'delete-user',
  'refresh-demo',
  'refresh-quotes',
  'process-subscription-steps',
  'poll-exchanges',
  'revoke-exchange-access',
  'process-factor-resets',
  'create-backup',
];
/** The cron expressions of scheduled jobs, in UTC. */
export const schedules: Partial<Record<JobName, string>> = {
  'refresh-demo': '0 0 * * *',
  // Refreshes stale prices only, so most runs do nothing.
  'refresh-quotes': '* * * * *',
  'process-subscription-steps': '0 * * * *',
  // Each exchange link and each item is fetched once a day.
  'poll-exchanges': '*/15 * * * *',
  'poll-items': '*/15 * * * *',
  'process-factor-resets': '*/15 * * * *',
  prune: '23 3 * * *',
  'create-backup': '0 3 * * *',
};
/** Options that differ from `jobOptions`. */
const optionOverrides: Partial<
  Record<JobName, { retryLimit?: number; deleteAfterSeconds?: number; expireInSeconds?: number }>
> = {
  // A mail has its own expiry of at most a few days. Retries must outlast it.
  'send-mail': { retryLimit: 20_000 },
  // Users must not lose a purchase or be charged again if the payment provider is unavailable for days.
  'process-webhook': { retryLimit: 20_000 },
  'cancel-subscription': { retryLimit: 20_000 },
  // The change stays in the log as unfinished until it is applied.
  'apply-bulk-change': { retryLimit: 20_000 },
  // These jobs give up on a provider after three days. Retries must outlast that.
  'finish-link': { retryLimit: 20_000 },
  'unlink-item': { retryLimit: 20_000 },
  // Data without consent must be deleted even if the aggregator is unavailable for a long time.
  'handle-withdrawn-access': { retryLimit: 20_000 },
  // Access to an unlinked exchange must be revoked eventually.
  'revoke-exchange-access': { retryLimit: 20_000 },
  // The payload contains a user ID, to continue after that user. It must not outlive the user.
  'prune-users': { deleteAfterSeconds: 60 },
  // The payload identifies whose account was targeted, so it is not kept longer than necessary.
  'record-failed-sign-in': { deleteAfterSeconds: 60 },
  'start-password-reset': { deleteAfterSeconds: 60 },
  // A backup reads the whole database.
  'create-backup': { expireInSeconds: 6 * 3_600 },
};

/** Returns the options of a job's queue. */
export const queueOptions = (name: JobName) => ({ ...jobOptions, ...optionOverrides[name] });
