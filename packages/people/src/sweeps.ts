import { dayAt } from './calendar.ts';
import type { Entry } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { SweepPlan } from './plan.ts';
import { transferHalves } from './transfers.ts';

/** An account's sweeps and where they leave it. */
export interface SweptAccount {
  sweeps: Entry[];
  /** The day number of the latest sweep, after which the account held exactly what it keeps. */
  sweptOn: number;
}

/** Carries out every sweep of an account from day number `first` to `last`; the first one only sets the start. */
export function sweep(
  accountKey: string,
  plan: SweepPlan,
  ledger: Ledger,
  days: { first: number; last: number },
): SweptAccount {
  const swept: SweptAccount = { sweeps: [], sweptOn: days.first };
  for (let number = days.first; number <= days.last; number++) {
    const day = dayAt(number);
    if (!plan.schedule.isDue(day)) continue;
    const excess = -ledger.sum(accountKey, swept.sweptOn, number - 1);
    swept.sweptOn = number;
    if (excess === 0) continue;
    const forth = excess > 0;
    const accounts = forth ? { from: accountKey, to: plan.to } : { from: plan.to, to: accountKey };
    const words = forth ? plan.words : plan.back;
    const key = `${accountKey}-sweep-${day.iso}`;
    const when = { day: number, gap: 0 };
    swept.sweeps.push(...transferHalves(key, accounts, Math.abs(excess), when, words));
  }
  return swept;
}
