import type { NetWorthHistory } from './networth.api.ts';

/** The combined balance of some accounts on a day. */
interface CombinedBalance {
  readonly date: string;
  readonly value: number;
  /** The ids of the accounts whose balance is estimated on that day. */
  readonly estimated: readonly string[];
}

/**
 * The combined balance of some accounts on each day of a history, oldest first. Accounts that are not counted
 * add nothing; if none is counted, the result is empty. With `knownOnly`, estimated balances are left out, and days
 * without a known one are dropped.
 */
export function combineBalances(
  { points, accounts }: Pick<NetWorthHistory, 'points' | 'accounts'>,
  ids: readonly string[],
  knownOnly: boolean,
): CombinedBalance[] {
  const counted = accounts.filter(({ account_id }) => ids.includes(account_id));
  return points.flatMap(({ date }, index) => {
    const isEstimated = ({ kinds }: (typeof counted)[number]) => kinds[index] === 'estimated';
    const shown = knownOnly ? counted.filter((account) => !isEstimated(account)) : counted;
    if (shown.length === 0) return [];
    const cents = shown.reduce(
      (sum, { balances }) => sum + Math.round((balances[index] ?? 0) * 100),
      0,
    );
    const estimated = shown.filter(isEstimated).map(({ account_id }) => account_id);
    return [{ date, value: cents / 100, estimated }];
  });
}
