import type { BalanceKind } from '@cairn/contract/values';
import { anchorsOf, type BalanceHistory, balancesOn, lastIndexUpTo } from './balance-history.ts';

/** An account's type, and the first days (numbers) with a snapshot and with a posted transaction, or null. */
export interface FirstDays {
  type: string;
  first_snapshot: number | null;
  first_posted: number | null;
}

/**
 * Returns the first day from which posted transactions explain how an account's balance changes. Null if they never do:
 * an investment changes with prices, and the provider may send no transactions for a loan.
 */
export function findExplainedSince({ type, first_snapshot, first_posted }: FirstDays) {
  switch (type) {
    // The aggregator sends all transactions of these types. If there are none, the balance has not changed.
    case 'depository':
    case 'credit':
      return earlierDay(first_snapshot, first_posted);
    case 'investment':
    case 'brokerage':
      return null;
    default:
      return first_posted;
  }
}

/**
 * Returns a history as net worth uses it. If posted transactions never explain the account's changes, they are left
 * out: each recorded balance is carried forward unchanged, and the first one is also carried back.
 */
export const netWorthHistory = (history: BalanceHistory): BalanceHistory =>
  history.explainedSince === null ? { ...history, posted: [] } : history;

/** Returns the earlier of two days. A null day is ignored. Null if both are null. */
export const earlierDay = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * In days: how old the last snapshot may be for the current balance to count as seen today. Banks are polled once a
 * day, and the day of a snapshot is in UTC, so it can differ by one from the caller's.
 */
const maxCurrentAge = 1;

/**
 * Returns the kind of each balance that `balancesOn` returns. A balance is `seen` on a day on which it was recorded. On
 * other days, it is `computed` if posted transactions explain its changes, and `estimated` otherwise.
 */
export function balanceKindsOn(
  history: BalanceHistory,
  days: readonly number[],
  today: number,
): BalanceKind[] {
  const { current, explainedSince } = history;
  const seenDays = new Set(anchorsOf(history, today).map(([day]) => day));
  const lastSeen = Math.max(...seenDays);
  return days.map((day) => {
    const isCurrent = day === today && current !== null && lastSeen >= today - maxCurrentAge;
    if (isCurrent || seenDays.has(day)) return 'seen';
    return explainedSince !== null && day >= explainedSince ? 'computed' : 'estimated';
  });
}

const uncertainty: Record<BalanceKind, number> = { seen: 0, computed: 1, estimated: 2 };

const leastCertain = (kinds: readonly (BalanceKind | undefined)[]): BalanceKind =>
  kinds.reduce<BalanceKind>(
    (least, kind = 'estimated') => (uncertainty[kind] > uncertainty[least] ? kind : least),
    'seen',
  );

/**
 * Returns the sum of the balances at the end of each day, and its kind, which is that of the least certain balance.
 * Null if no balance is known.
 */
export function totalsOn(
  histories: readonly BalanceHistory[],
  days: readonly number[],
  today: number,
): { cents: number[]; kinds: BalanceKind[] } | null {
  const known = histories.flatMap((history) => {
    const cents = balancesOn(history, days, today);
    return cents === null ? [] : [{ cents, kinds: balanceKindsOn(history, days, today) }];
  });
  const [first, ...others] = known;
  if (first === undefined || others.length === 0) return first ?? null;
  return {
    cents: days.map((_, index) => known.reduce((sum, { cents }) => sum + (cents[index] ?? 0), 0)),
    kinds: days.map((_, index) => leastCertain(known.map(({ kinds }) => kinds[index]))),
  };
}

/** Where a balance comes from: recorded (`seen`) on `day`, or carried forward or back from the snapshot of `day`. */
export interface BalanceBasis {
  kind: 'seen' | 'carried_forward' | 'carried_back';
  day: number;
  balanceKind: BalanceKind;
}

/** Returns the source of the balance that `balancesOn` returns for a day up to `today`. Null if none is known. */
export function balanceBasisOn(
  history: BalanceHistory,
  day: number,
  today: number,
): BalanceBasis | null {
  const days = anchorsOf(history, today).map(([anchorDay]) => anchorDay);
  const [first] = days;
  if (first === undefined) return null;
  const [balanceKind = 'estimated'] = balanceKindsOn(history, [day], today);
  const last = days[lastIndexUpTo(days, day)];
  if (last === undefined) return { kind: 'carried_back', day: first, balanceKind };
  return { kind: last === day ? 'seen' : 'carried_forward', day: last, balanceKind };
}
