import { enqueueMail } from '../../domain/enqueue-mail.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';
import { linkedNames } from '../unlink/linked-names.ts';
import { nothingMore, takeLapseStep } from './take-step.ts';

/** How long before they are unlinked somebody is warned. Milliseconds. */
export const warnBefore = 7 * 86_400_000;

/**
 * Warns somebody that their banks will be unlinked. A warning that comes late, because nothing ran,
 * puts the unlinking off: there are always seven days between the two.
 */
export function warnOfUnlinking(services: Services, userId: UserId): Promise<void> {
  return takeLapseStep(services, userId, 'warn', async (transaction, lapsed) => {
    const { email, unlinkedAt, now } = lapsed;
    const due = new Date(unlinkedAt.getTime() - warnBefore);
    // What is known of the end has changed since.
    if (due > now) return { step: 'warn', at: due };
    const institutions = await linkedNames(services, transaction, userId);
    if (institutions.length === 0) return nothingMore;
    const on = new Date(Math.max(unlinkedAt.getTime(), now.getTime() + warnBefore));
    await enqueueMail(services, transaction, {
      userId,
      to: email,
      mail: {
        kind: 'banks_unlinked_soon',
        until: on.toISOString(),
        institutions,
      },
    });
    return { step: 'unlink', at: on };
  });
}
