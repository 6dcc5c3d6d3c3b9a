import type { BalanceKind } from '@cairn/contract/values';

/** What is known about one account. Days are ISO. */
export interface KnownAccount {
  /** The aggregator's account type, or `crypto`. */
  type: string;
  /** The days on which a sync recorded a balance, in UTC. */
  seenDays: readonly string[];
  /** The days of the posted transactions in the account's currency. */
  postedDays: readonly string[];
  /** True if the bank reports a current balance. */
  hasCurrent: boolean;
}

/** A slow and simple implementation of the rules for the kind of a past or current day's balance (docs/numbers.md). */
export function referenceKind(account: KnownAccount, day: string, today: string): BalanceKind {
  const { type, seenDays, postedDays, hasCurrent } = account;
  const wasSeen = (on: string) => seenDays.includes(on);
  if (wasSeen(day)) return 'seen';
  // The current balance is shown for the caller's today, which may differ by a day from the UTC day of the sync.
  if (day === today && hasCurrent) {
    const next = Temporal.PlainDate.from(today).add({ days: 1 }).toString();
    const previous = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
    if (seenDays.length === 0 || seenDays.some((seen) => seen >= next) || wasSeen(previous))
      return 'seen';
  }
  const hasPostedByThen = postedDays.some((posted) => posted <= day);
  const wasSeenByThen = seenDays.some((seen) => seen <= day);
  if (type === 'crypto' || type === 'investment' || type === 'brokerage') return 'estimated';
  if (type === 'depository' || type === 'credit')
    return hasPostedByThen || wasSeenByThen ? 'computed' : 'estimated';
  return hasPostedByThen ? 'computed' : 'estimated';
}
