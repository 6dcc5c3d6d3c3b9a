import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { linkedNames } from '../unlink/linked-names.ts';
import { isEndNoted } from './lapse.queries.ts';
import { takeLapseStep } from './take-step.ts';
import { warnBefore } from './warn-of-unlinking.ts';

/** Milliseconds. An end that is longer ago is not reported. */
const reportingPeriod = 7 * 86_400_000;

/** Notifies a user that their subscription has ended: by email, in the activity log, and in open browsers. */
export function tellEnd(services: Services, userId: UserId): Promise<void> {
  return takeLapseStep(services, userId, 'tell_end', async (transaction, lapsed) => {
    const { email, paidUntil, unlinkedAt, now } = lapsed;
    const hasBanks = (await linkedNames(services, transaction, userId)).length > 0;
    if (now.getTime() - paidUntil.getTime() <= reportingPeriod) {
      if (!(await isEndNoted(transaction, userId, paidUntil)))
        await recordActivity(transaction, { userId, event: 'subscription_ended' });
      await enqueueMail(services, transaction, {
        userId,
        to: email,
        mail: {
          kind: 'subscription_ended',
          banksUnlinked: hasBanks ? unlinkedAt.toISOString() : null,
        },
      });
    }
    await services.announcements.announce(transaction, userId, 'subscription');
    // Scheduled even if nothing is linked: an item may be linked at this very moment.
    return { step: 'warn', at: new Date(unlinkedAt.getTime() - warnBefore) };
  });
}
