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

/** Every kind of work. */
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
/** Kinds of work that begin by themselves: when, as a cron expression in UTC. */
export const schedules: Partial<Record<JobName, string>> = {
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

/** The options of a kind's queue. */
export const optionsOf = (name: JobName) => ({ ...jobOptions, ...ownOptions[name] });
