import type { NetWorthHistory } from './networth.api.ts';

/**
 * The combined balance of some accounts on each day of a history, oldest first. Accounts that are not counted
 * add nothing; if none is counted, the result is empty.
 */
export function combineBalances(
  { points, accounts }: NetWorthHistory,
  ids: readonly string[],
): { date: string; value: number }[] {
  const counted = accounts.filter(({ account_id }) => ids.includes(account_id));
  if (counted.length === 0) return [];
  return points.map(({ date }, index) => ({
    date,
    value:
      counted.reduce((cents, { balances }) => cents + Math.round((balances[index] ?? 0) * 100), 0) /
      100,
  }));
}
