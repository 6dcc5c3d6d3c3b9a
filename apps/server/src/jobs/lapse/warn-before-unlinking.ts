import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { listLinkedNames } from '../unlink/list-linked-names.ts';
import { noNextStep, runLapseStep } from './run-lapse-step.ts';

/** In milliseconds: how long before the unlinking the user is warned. */
export const warningLeadTime = 7 * 86_400_000;

/**
 * Warns a user that their banks will be unlinked. If the warning is late because no process ran, the unlinking is
 * postponed: there are always seven days between the two.
 */
export function warnBeforeUnlinking(services: Services, userId: UserId): Promise<void> {
  return runLapseStep(services, userId, 'warn', async (transaction, lapsed) => {
    const { email, unlinkDueAt, now } = lapsed;
    const warnAt = new Date(unlinkDueAt.getTime() - warningLeadTime);
    // The paid period has been extended since this step was scheduled.
    if (warnAt > now) return { step: 'warn', at: warnAt };
    const institutions = await listLinkedNames(services, transaction, userId);
    if (institutions.length === 0) return noNextStep;
    const unlinkAt = new Date(Math.max(unlinkDueAt.getTime(), now.getTime() + warningLeadTime));
    await enqueueMail(services, transaction, {
      userId,
      to: email,
      mail: {
        kind: 'banks_unlinked_soon',
        until: unlinkAt.toISOString(),
        institutions,
      },
    });
    return { step: 'unlink', at: unlinkAt };
  });
}
