const dayMs = 86_400_000;

/** How long the banks of somebody who has not paid any more stay linked, in days. The data stays after that. */
export const unlinkAfterDays = 30;

/**
 * When the banks of somebody are unlinked at their provider; null for who is still paid, or never was.
 * `paidUntil`: as the driver reads `users.paid_until`, which is a number where it has no end.
 */
export function banksUnlinkedAt(paidUntil: Date | number | null, now: Date): Date | null {
  if (!(paidUntil instanceof Date) || paidUntil > now) return null;
  return new Date(paidUntil.getTime() + unlinkAfterDays * dayMs);
}
