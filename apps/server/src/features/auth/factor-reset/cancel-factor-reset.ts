import { recordActivity } from '../../../identity/activity.queries.ts';
import { deleteFactorReset } from '../../../identity/factor-resets.queries.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { redeemCode } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { expiredLink } from '../codes/expired-link.ts';

/** Cancels a user's factor reset, if there is one, and records that in their activity, with a detail. */
export async function cancelFactorReset(
  transaction: Transaction,
  userId: UserId,
  detail = '',
): Promise<void> {
  if (await deleteFactorReset(transaction, userId))
    await recordActivity(transaction, { userId, event: 'factor_reset_canceled', detail });
}

/** Cancels a factor reset with the code of one of its emails. Throws `link_expired` for any other code. */
export async function cancelFactorResetByCode(
  { database, sealer, log }: Services,
  code: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const redeemed = await redeemCode(transaction, sealer, {
      purpose: 'cancel_factor_reset',
      code,
    });
    if (!redeemed?.userId) throw expiredLink();
    await cancelFactorReset(transaction, redeemed.userId);
    log.info({ event: 'factor_reset_canceled', user_id: redeemed.userId });
  });
}
