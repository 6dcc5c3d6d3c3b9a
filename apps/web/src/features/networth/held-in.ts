import type { WorthHistory } from './networth.api.ts';

/**
 * What some of the accounts held together on each day of a history, oldest first; accounts that do not
 * count are left out, and where none of them counts there is nothing.
 */
export function heldIn(
  { points, accounts }: WorthHistory,
  ids: readonly string[],
): { date: string; value: number }[] {
  const own = accounts.filter(({ account_id }) => ids.includes(account_id));
  if (own.length === 0) return [];
  return points.map(({ date }, index) => ({
    date,
    value:
      own.reduce((cents, { balances }) => cents + Math.round((balances[index] ?? 0) * 100), 0) /
      100,
  }));
}
