/** The payload of each job, by job name. */
export interface Jobs {
  'sync-item': { userId: string; itemId: string };
  'work-off-webhook': { provider: string; eventId: string };
  'note-refusal': { userId: string; device: string };
  'start-reset': { mailId: string; sealedAddress: string };
  /** `forget`: the mail is done, and its row is deleted. */
  'send-mail': { userId: string; mailId: string; forget?: true };
  /** `sealedToken`: as stored in the user's row. */
  'revoke-apple': { userId: string; issuer: string; subject: string; sealedToken: string };
  /** `atPeriodEnd`: the subscription ends with the paid period. Otherwise it ends now. */
  'cancel-subscription': { userId: string; reference: string; atPeriodEnd: boolean };
  'unlink-item': { userId: string; itemId: string };
  'disconnect-item': { userId: string; itemId: string };
  /** `accountId`: the aggregator's ID. */
  'drop-account': { userId: string; itemId: string; accountId: string };
  'look-at-banks': Record<string, never>;
  'sync-stale': { userId: string };
  'clean-up': Record<string, never>;
  /** `after`: processes a batch of users with higher IDs. */
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

// A failed job is retried for more than an hour, so that no job is lost while the database is unavailable.
// A killed worker stops sending heartbeats, and its job becomes available at the next check.
const jobOptions = {
  retryLimit: 100,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 600,
  heartbeatSeconds: 10,
  // A job that is due now wakes a worker at once, in any process.
  notify: true,
} as const;

/** All job names. */
export const jobNames: readonly JobName[] = [
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
/** The cron expressions of scheduled jobs, in UTC. */
export const schedules: Partial<Record<JobName, string>> = {
  'refresh-demo': '0 0 * * *',
  // Refreshes stale prices only, so most runs do nothing.
  'refresh-quotes': '* * * * *',
  'follow-subscriptions': '0 * * * *',
  // Each exchange link and each item is due once a day.
  'look-at-exchanges': '*/15 * * * *',
  'look-at-banks': '*/15 * * * *',
  'clean-up': '23 3 * * *',
  'back-up': '0 3 * * *',
};
/** Options that differ from `jobOptions`. */
const optionOverrides: Partial<
  Record<JobName, { retryLimit?: number; deleteAfterSeconds?: number; expireInSeconds?: number }>
> = {
  // A mail has its own expiry of at most a few days. Retries must outlast it.
  'send-mail': { retryLimit: 20_000 },
  // Users must not lose a purchase or be charged again if the payment provider is unavailable for days.
  'work-off-webhook': { retryLimit: 20_000 },
  'cancel-subscription': { retryLimit: 20_000 },
  // The job itself gives up on a provider after days.
  'unlink-item': { retryLimit: 20_000 },
  // Data without consent must be deleted even if the aggregator is unavailable for long.
  'disconnect-item': { retryLimit: 20_000 },
  // Access to an unlinked exchange must be revoked eventually.
  'revoke-exchange': { retryLimit: 20_000 },
  // The payload contains a user ID as a position. It must not outlive the user.
  'clean-users': { deleteAfterSeconds: 60 },
  // The payload identifies whose account was targeted, so it is not kept longer than necessary.
  'note-refusal': { deleteAfterSeconds: 60 },
  'start-reset': { deleteAfterSeconds: 60 },
  // A backup reads the whole database.
  'back-up': { expireInSeconds: 6 * 3_600 },
};

/** The options of a job's queue. */
export const optionsOf = (name: JobName) => ({ ...jobOptions, ...optionOverrides[name] });
