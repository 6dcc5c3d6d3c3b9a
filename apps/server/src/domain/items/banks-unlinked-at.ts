const millisecondsPerDay = 86_400_000;

/** In days: how long banks stay linked after a subscription ends. Their data is kept longer. */
export const unlinkAfterDays = 30;

/**
 * Returns when a lapsed user's banks are unlinked. Null for users who are paid or never were. `paidUntil` is
 * `users.paid_until` as the database driver returns it: a number (infinity) for a lifetime plan.
 */
export function banksUnlinkedAt(paidUntil: Date | number | null, now: Date): Date | null {
  if (!(paidUntil instanceof Date) || paidUntil > now) return null;
  return new Date(paidUntil.getTime() + unlinkAfterDays * millisecondsPerDay);
}
