import { recordActivity } from '../../identity/activity.queries.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { listLinkedNames } from '../unlink/list-linked-names.ts';
import { isEndRecorded } from './lapse.queries.ts';
import { runLapseStep } from './run-lapse-step.ts';
import { warningLeadTime } from './warn-before-unlinking.ts';

/** In milliseconds. A subscription that ended longer ago is not reported. */
const reportingPeriod = 7 * 86_400_000;

/** Notifies a user that their subscription has ended: by email, in the activity log, and in open browsers. */
export function notifySubscriptionEnd(services: Services, userId: UserId): Promise<void> {
  return runLapseStep(services, userId, 'notify_end', async (transaction, lapsed) => {
    const { email, paidUntil, unlinkDueAt, now } = lapsed;
    const isAnythingLinked = (await listLinkedNames(services, transaction, userId)).length > 0;
    if (now.getTime() - paidUntil.getTime() <= reportingPeriod) {
      if (!(await isEndRecorded(transaction, userId, paidUntil)))
        await recordActivity(transaction, { userId, event: 'subscription_ended' });
      await enqueueMail(services, transaction, {
        userId,
        to: email,
        mail: {
          kind: 'subscription_ended',
          banksUnlinked: isAnythingLinked ? unlinkDueAt.toISOString() : null,
        },
      });
    }
    await services.userEvents.publish(transaction, userId, 'subscription');
    // Scheduled even if nothing is linked: an item may be linked at the same time.
    return { step: 'warn', at: new Date(unlinkDueAt.getTime() - warningLeadTime) };
  });
}
