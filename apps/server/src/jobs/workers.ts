import { startReset } from '../features/auth/forgotten-password.ts';
import { noteRefusal } from '../features/auth/sign-in.ts';
import type { JobName, Jobs } from '../platform/job-kinds.ts';
import type { Services } from '../services.ts';
import { revokeApple } from './apple/revoke-apple.ts';
import { backUpDaily } from './backup/back-up-daily.ts';
import { cancelSubscription } from './billing/cancel-subscription.ts';
import { disconnectItem } from './connections/disconnect-item.ts';
import { dropAccount } from './connections/drop-account.ts';
import { lookAtExchanges } from './crypto/look-at-exchanges.ts';
import { revokeExchange } from './crypto/revoke-exchange.ts';
import { deleteUser } from './deletion/delete-user.ts';
import { refreshDemo } from './demo/refresh-demo.ts';
import { followSubscriptions } from './lapse/follow-subscriptions.ts';
import { sendMail } from './mail/send-mail.ts';
import { refreshQuotes } from './quotes/refresh-quotes.ts';
import { cleanUp, cleanUsers } from './retention/clean-up.ts';
import { lookAtBanks, syncStale } from './sync/look-at-banks.ts';
import { syncItem } from './sync/sync-item.ts';
import { unlinkItem } from './unlink/unlink-item.ts';
import { workOffWebhook } from './webhooks/work-off-webhook.ts';

/** The handler of each kind of job. */
export function workers(services: Services): { [N in JobName]: (job: Jobs[N]) => Promise<void> } {
  return {
    'sync-item': (job) => syncItem(services, job),
    'work-off-webhook': (job) => workOffWebhook(services, job),
    'note-refusal': (job) => noteRefusal(services, job),
    'start-reset': (job) => startReset(services, job),
    'send-mail': (job) => sendMail(services, job),
    'cancel-subscription': (job) => cancelSubscription(services, job),
    'delete-user': (job) => deleteUser(services, job),
    'refresh-demo': () => refreshDemo(services),
    'refresh-quotes': () => refreshQuotes(services),
    'follow-subscriptions': () => followSubscriptions(services),
    'unlink-item': (job) => unlinkItem(services, job),
    'disconnect-item': (job) => disconnectItem(services, job),
    'drop-account': (job) => dropAccount(services, job),
    'look-at-banks': () => lookAtBanks(services),
    'sync-stale': (job) => syncStale(services, job),
    'clean-up': () => cleanUp(services),
    'clean-users': (job) => cleanUsers(services, job),
    'revoke-apple': (job) => revokeApple(services, job),
    'look-at-exchanges': () => lookAtExchanges(services),
    'revoke-exchange': (job) => revokeExchange(services, job),
    'back-up': () => backUpDaily(services),
  };
}
