import { startPasswordReset } from '../features/auth/codes/start-password-reset.ts';
import { recordFailedSignIn } from '../features/auth/sign-in/sign-in.ts';
import type { JobName, Jobs } from '../platform/jobs/job-kinds.ts';
import type { Services } from '../services.ts';
import { revokeAppleAccess } from './apple/revoke-apple-access.ts';
import { createDailyBackup } from './backup/create-daily-backup.ts';
import { cancelSubscription } from './billing/cancel-subscription.ts';
import { applyBulkChange } from './changes/apply-bulk-change.ts';
import { deleteWithdrawnAccount } from './connections/delete-withdrawn-account.ts';
import { handleWithdrawnAccess } from './connections/handle-withdrawn-access.ts';
import { pollExchanges } from './crypto/poll-exchanges.ts';
import { revokeUnlinkedExchange } from './crypto/revoke-exchange-access.ts';
import { deleteUser } from './deletion/delete-user.ts';
import { refreshDemo } from './demo/refresh-demo.ts';
import { processFactorResets } from './factor-reset/process-factor-resets.ts';
import { processSubscriptionSteps } from './lapse/process-subscription-steps.ts';
import { finishLink } from './links/finish-link.ts';
import { sendMail } from './mail/send-mail.ts';
import { refreshQuotes } from './quotes/refresh-quotes.ts';
import { prune, pruneUsers } from './retention/prune.ts';
import { pollItems, syncStaleItems } from './sync/schedule/poll-items.ts';
import { syncItem } from './sync/sync-item.ts';
import { unlinkItem } from './unlink/unlink-item.ts';
import { processWebhook } from './webhooks/process-webhook.ts';

/**
 * Returns the handler of each kind of job. Handlers use the database connections of jobs. `prune` deletes expired rows of
 * all kinds. No job sends the email `bank_needs_user`: syncs and webhook events enqueue it
 * (`connections/notify-bank-needs-user.ts`).
 */
export function jobHandlers(allServices: Services): {
  [N in JobName]: (job: Jobs[N]) => Promise<void>;
} {
  const services: Services = { ...allServices, database: allServices.jobDatabase };
  return {
    'sync-item': (job) => syncItem(services, job),
    'process-webhook': (job) => processWebhook(services, job),
    'record-failed-sign-in': (job) => recordFailedSignIn(services, job),
    'start-password-reset': (job) => startPasswordReset(services, job),
    'send-mail': (job) => sendMail(services, job),
    'cancel-subscription': (job) => cancelSubscription(services, job),
    'delete-user': (job) => deleteUser(services, job),
    'refresh-demo': () => refreshDemo(services),
    'refresh-quotes': () => refreshQuotes(services),
    'process-subscription-steps': () => processSubscriptionSteps(services),
    'apply-bulk-change': (job) => applyBulkChange(services, job),
    'finish-link': (job) => finishLink(services, job),
    'unlink-item': (job) => unlinkItem(services, job),
    'handle-withdrawn-access': (job) => handleWithdrawnAccess(services, job),
    'delete-withdrawn-account': (job) => deleteWithdrawnAccount(services, job),
    'poll-items': () => pollItems(services),
    'sync-stale-items': (job) => syncStaleItems(services, job),
    prune: () => prune(services),
    'prune-users': (job) => pruneUsers(services, job),
    'revoke-apple-access': (job) => revokeAppleAccess(services, job),
    'poll-exchanges': () => pollExchanges(services),
    'revoke-exchange-access': (job) => revokeUnlinkedExchange(services, job),
    'process-factor-resets': () => processFactorResets(services),
    'create-backup': () => createDailyBackup(services),
  };
}
