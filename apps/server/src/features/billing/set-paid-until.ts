import type { Transaction } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import {
  deleteNextStep,
  findPurchasedUntil,
  lockAccess,
  scheduleEndNotice,
  scheduleNextStep,
  updatePaidUntil,
} from './paid-until.queries.ts';

/**
 * Sets until when a user has access, and schedules the next step of their subscription. Nothing else writes
 * `users.paid_until`.
 * @param paidUntil a timestamp as PostgreSQL reads it, such as 'infinity'. Null if the user never had access.
 */
export async function setPaidUntil(
  transaction: Transaction,
  userId: UserId,
  paidUntil: string | null,
): Promise<void> {
  const change = await lockAccess(transaction, userId, paidUntil);
  if (change === undefined || change.is_unchanged) return;
  const hadEnded = change.had_ended;
  await updatePaidUntil(transaction, userId, paidUntil);
  if (paidUntil === null) await deleteNextStep(transaction, userId);
  else if (change.has_ended) await scheduleEndNotice(transaction, userId, { hadEnded });
  else await scheduleNextStep(transaction, userId, { paidUntil, hadEnded });
}

/** Sets a user's access from all their purchases. */
export async function setPurchasedAccess(transaction: Transaction, userId: UserId): Promise<void> {
  const purchased = await findPurchasedUntil(transaction, userId);
  await setPaidUntil(transaction, userId, purchased?.paid_until ?? null);
}
