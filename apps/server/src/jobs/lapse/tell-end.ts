import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { linkedNames } from '../unlink/linked-names.ts';
import { isEndNoted } from './lapse.queries.ts';
import { takeLapseStep } from './take-step.ts';
import { warnBefore } from './warn-of-unlinking.ts';

/** An end of longer ago is no news. Milliseconds. */
const newsFor = 7 * 86_400_000;

/** Tells somebody that their subscription is over: by mail, in their log, and to the pages they have open. */
export function tellEnd(services: Services, userId: UserId): Promise<void> {
  return takeLapseStep(services, userId, 'tell_end', async (transaction, lapsed) => {
    const { email, paidUntil, unlinkedAt, now } = lapsed;
    const hasBanks = (await linkedNames(services, transaction, userId)).length > 0;
    if (now.getTime() - paidUntil.getTime() <= newsFor) {
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
    // Where nothing is linked now: one that was being linked at the last moment is looked for then.
    return { step: 'warn', at: new Date(unlinkedAt.getTime() - warnBefore) };
  });
}
