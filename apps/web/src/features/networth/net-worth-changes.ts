import type { NetWorthHistory } from './networth.api.ts';

/** How much one account changed net worth between two points. */
export interface NetWorthChange {
  readonly id: string;
  readonly isDebt: boolean;
  readonly before: number;
  readonly after: number;
  /** The effect on net worth: a growing debt is negative. */
  readonly change: number;
  /** Whether the balances before and after are estimated. */
  readonly estimated: { readonly before: boolean; readonly after: boolean };
}

const cents = (amount: number) => Math.round(amount * 100);

/**
 * The changes between two points, largest first, without accounts that did not change. They add up to the
 * change in net worth.
 *
 * @param from Index of the earlier point.
 * @param to Index of the later point.
 */
export function changesBetween(
  accounts: NetWorthHistory['accounts'],
  from: number,
  to: number,
): NetWorthChange[] {
  return accounts
    .map(({ account_id: id, is_debt: isDebt, balances, kinds }) => {
      const [before, after] = [balances[from] ?? 0, balances[to] ?? 0];
      const difference = cents(after) - cents(before);
      return {
        id,
        isDebt,
        before,
        after,
        change: (isDebt ? 0 - difference : difference) / 100,
        estimated: { before: kinds[from] === 'estimated', after: kinds[to] === 'estimated' },
      };
    })
    .filter(({ change }) => change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.id.localeCompare(b.id));
}

/** The accounts whose balance is known at two points, and the ids of those whose balance is estimated at either. */
export function splitByKnown(
  accounts: NetWorthHistory['accounts'],
  from: number,
  to: number,
): { known: NetWorthHistory['accounts']; estimated: string[] } {
  const isKnown = ({ kinds }: NetWorthHistory['accounts'][number]) =>
    kinds[from] !== 'estimated' && kinds[to] !== 'estimated';
  return {
    known: accounts.filter(isKnown),
    estimated: accounts.filter((account) => !isKnown(account)).map(({ account_id: id }) => id),
  };
}

/** The two points to compare: the selected ones, or the ends of the range where none is selected. */
export function comparedPoints(
  picked: readonly number[],
  count: number,
): { from: number; to: number } {
  const [first, second] = picked.filter((index) => index < count).toSorted((a, b) => a - b);
  const last = count - 1;
  if (first === undefined) return { from: 0, to: last };
  if (second !== undefined) return { from: first, to: second };
  return first === last ? { from: 0, to: last } : { from: first, to: last };
}

/** The selection after another point is selected. A third point starts a new selection. */
export const selectPoint = (picked: readonly number[], index: number): number[] =>
  picked.length === 1 && picked[0] !== index ? [...picked, index] : [index];
