import { dayAt } from '../calendar/calendar.ts';
import type { DraftTransaction } from '../draft-transaction.ts';
import type { Ledger } from '../ledger.ts';
import type { SweepPlan } from '../life-plan.ts';
import { transferPair } from './transfers.ts';

/** An account's sweeps. */
export interface AccountSweeps {
  sweeps: DraftTransaction[];
  /** The day number of the latest sweep. After it, the account had exactly its target balance. */
  lastSweepDay: number;
}

/**
 * Generates every sweep of an account from day number `first` to `last`. Assumes that the account has its target
 * balance at the start of day `first`.
 */
export function sweepAccount(
  accountKey: string,
  plan: SweepPlan,
  ledger: Ledger,
  days: { first: number; last: number },
): AccountSweeps {
  const result: AccountSweeps = { sweeps: [], lastSweepDay: days.first };
  for (let dayNumber = days.first; dayNumber <= days.last; dayNumber++) {
    const day = dayAt(dayNumber);
    if (!plan.schedule.isDue(day)) continue;
    // Positive amounts in the ledger are money out, so a negative sum is an excess.
    const excess = -ledger.sum(accountKey, result.lastSweepDay, dayNumber - 1);
    result.lastSweepDay = dayNumber;
    if (excess === 0) continue;
    const isSurplus = excess > 0;
    const accounts = isSurplus
      ? { from: accountKey, to: plan.to }
      : { from: plan.to, to: accountKey };
    const labels = isSurplus ? plan.labels : plan.reverseLabels;
    const key = `${accountKey}-sweep-${day.iso}`;
    const timing = { day: dayNumber, gap: 0 };
    result.sweeps.push(...transferPair(key, accounts, Math.abs(excess), timing, labels));
  }
  return result;
}
