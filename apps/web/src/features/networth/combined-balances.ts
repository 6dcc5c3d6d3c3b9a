import type { NetWorthHistory } from './networth.api.ts';

/** The combined balance of some accounts on a day. */
interface CombinedBalance {
  readonly date: string;
  readonly value: number;
  /** The ids of the accounts whose balance is estimated on that day. */
  readonly estimated: readonly string[];
  /** The ids of the accounts that are left out on the day before, but not on this one. */
  readonly becameKnown: readonly string[];
}

/**
 * The combined balance of some accounts on each day of a history, oldest first. Accounts that are not counted
 * add nothing; if none is counted, the result is empty. With `knownOnly`, estimated balances are left out, and days
 * without a known balance are dropped.
 */
export function combineBalances(
  { points, accounts }: Pick<NetWorthHistory, 'points' | 'accounts'>,
  ids: readonly string[],
  knownOnly: boolean,
): CombinedBalance[] {
  const counted = accounts.filter(({ account_id }) => ids.includes(account_id));
  const shownAt = (index: number) =>
    knownOnly ? counted.filter(({ kinds }) => kinds[index] !== 'estimated') : counted;
  const first = [...points.keys()].find((index) => shownAt(index).length > 0);
  return points.flatMap(({ date }, index) => {
    const shown = shownAt(index);
    if (shown.length === 0) return [];
    const cents = shown.reduce(
      (sum, { balances }) => sum + Math.round((balances[index] ?? 0) * 100),
      0,
    );
    const before = index === first ? shown : shownAt(index - 1);
    const idsOf = (members: typeof counted) => members.map(({ account_id }) => account_id);
    return [
      {
        date,
        value: cents / 100,
        estimated: idsOf(shown.filter(({ kinds }) => kinds[index] === 'estimated')),
        becameKnown: idsOf(shown.filter((account) => !before.includes(account))),
      },
    ];
  });
}
