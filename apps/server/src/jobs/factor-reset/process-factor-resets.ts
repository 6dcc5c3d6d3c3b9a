import { sendFactorResetMail } from '../../features/auth/factor-reset/send-factor-reset-mail.ts';
import { factorResetTimes, oldestOpenRequestTime } from '../../identity/factor-reset-times.ts';
import {
  deleteFactorResetsBefore,
  findFactorReset,
  listDueFactorResets,
  setNextFactorResetMail,
} from '../../identity/factor-resets.queries.ts';
import { lockCredentials } from '../../identity/password.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';

const batchSize = 100;

/** Sends the due emails about factor resets, each once, and deletes the requests that have expired. */
export async function processFactorResets(services: Services): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  await deleteFactorResetsBefore(database, oldestOpenRequestTime(now));
  for (;;) {
    const due = await listDueFactorResets(database, now, batchSize);
    for (const userId of due) await sendDueMail(services, userId, now);
    if (due.length < batchSize) return;
  }
}

/**
 * Sends a user's due email and schedules the next one in the same transaction, so that a retry doesn't send it again.
 */
async function sendDueMail(services: Services, userId: UserId, now: Date): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    const reset = await findFactorReset(transaction, userId);
    if (!reset?.next_mail || reset.next_mail_at === null || reset.next_mail_at > now) return;
    const { available, expires } = factorResetTimes(reset.requested_at);
    const isHalfway = reset.next_mail === 'factor_reset_halfway';
    await setNextFactorResetMail(
      transaction,
      userId,
      isHalfway ? { mail: 'factor_reset_ready', at: available } : null,
    );
    if (user === undefined) return;
    await sendFactorResetMail(services, transaction, {
      userId,
      email: user.email,
      kind: reset.next_mail,
      at: isHalfway ? available : expires,
    });
  });
}
