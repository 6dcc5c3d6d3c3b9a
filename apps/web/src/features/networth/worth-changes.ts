import type { WorthHistory } from './networth.api.ts';

/** By how much one account moved the net worth between two points. */
export interface WorthChange {
  readonly id: string;
  readonly isDebt: boolean;
  readonly before: number;
  readonly after: number;
  /** What it did to the net worth: a debt that grows lowers it. */
  readonly change: number;
}

const cents = (amount: number) => Math.round(amount * 100);

/**
 * What changed between two points (indexes, the earlier first), the most first; accounts that did not
 * change are left out. The changes sum to that of the net worth.
 */
export function changesBetween(
  accounts: WorthHistory['accounts'],
  from: number,
  to: number,
): WorthChange[] {
  return accounts
    .map(({ account_id: id, is_debt: isDebt, balances }) => {
      const [before, after] = [balances[from] ?? 0, balances[to] ?? 0];
      const grown = cents(after) - cents(before);
      return { id, isDebt, before, after, change: (isDebt ? 0 - grown : grown) / 100 };
    })
    .filter(({ change }) => change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.id.localeCompare(b.id));
}

/** The two ends of what is looked at: what was picked of the points, and the ends of the range for the rest. */
export function endsOf(picked: readonly number[], count: number): { from: number; to: number } {
  const [one, other] = picked.filter((index) => index < count).toSorted((a, b) => a - b);
  const last = count - 1;
  if (one === undefined) return { from: 0, to: last };
  if (other !== undefined) return { from: one, to: other };
  return one === last ? { from: 0, to: last } : { from: one, to: last };
}

/** What is picked after one more point: the first begins anew, the second is the other end. */
export const pick = (picked: readonly number[], index: number): number[] =>
  picked.length === 1 && picked[0] !== index ? [...picked, index] : [index];
