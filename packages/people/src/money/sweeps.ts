import { dayAt } from '../calendar/calendar.ts';
import type { DraftTransaction } from '../draft-transaction.ts';
import type { Ledger } from '../ledger.ts';
import type { SweepPlan } from '../life-plan.ts';
import { transferPair } from './transfers.ts';

/** An account's sweeps. */
export interface AccountSweeps {
  sweeps: DraftTransaction[];
  /** The day number of the latest sweep. After it, the account held exactly its target balance. */
  lastSweepDay: number;
}

/**
 * Generates every sweep of an account from day number `first` to `last`. The first one starts from an arbitrary
 * balance.
 */
export function sweepAccount(
  accountKey: string,
  plan: SweepPlan,
  ledger: Ledger,
  days: { first: number; last: number },
): AccountSweeps {
  const result: AccountSweeps = { sweeps: [], lastSweepDay: days.first };
  for (let number = days.first; number <= days.last; number++) {
    const day = dayAt(number);
    if (!plan.schedule.isDue(day)) continue;
    const excess = -ledger.sum(accountKey, result.lastSweepDay, number - 1);
    result.lastSweepDay = number;
    if (excess === 0) continue;
    const isSurplus = excess > 0;
    const accounts = isSurplus
      ? { from: accountKey, to: plan.to }
      : { from: plan.to, to: accountKey };
    const labels = isSurplus ? plan.labels : plan.reverseLabels;
    const key = `${accountKey}-sweep-${day.iso}`;
    const timing = { day: number, gap: 0 };
    result.sweeps.push(...transferPair(key, accounts, Math.abs(excess), timing, labels));
  }
  return result;
}
