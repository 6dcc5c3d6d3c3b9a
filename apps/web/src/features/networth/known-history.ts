import type { NetWorthHistory, NetWorthPoint } from './networth.api.ts';

/** The part of a history that the chart and the list of changes need. */
export type ChartedHistory = Pick<NetWorthHistory, 'points' | 'groups' | 'accounts' | 'currency'>;

/** The ids of the accounts whose balances become known at a point, or stop being known there. */
export interface KnownChange {
  readonly index: number;
  readonly becameKnown: readonly string[];
  readonly becameUnknown: readonly string[];
}

type Account = NetWorthHistory['accounts'][number];

const cents = (amount: number) => Math.round(amount * 100);

const isKnown = ({ kinds }: Account, index: number): boolean =>
  kinds[index] !== undefined && kinds[index] !== 'estimated';

/** The ids of the accounts whose balance is estimated at a point. */
export const estimatedAccounts = (
  accounts: NetWorthHistory['accounts'],
  index: number,
): readonly string[] =>
  accounts.filter(({ kinds }) => kinds[index] === 'estimated').map(({ account_id: id }) => id);

/**
 * The history without estimates: each point counts the accounts whose balance is known there, and points without such
 * an account are dropped. An account keeps its balance and kind at every remaining point, even where it is left out.
 */
export function knownHistory<T extends ChartedHistory>(history: T): T {
  const { points, groups, accounts } = history;
  const kept = [...points.keys()].filter((index) =>
    accounts.some((account) => isKnown(account, index)),
  );
  const keep = <Value>(values: readonly Value[]): Value[] =>
    kept.flatMap((index) => {
      const value = values[index];
      return value === undefined ? [] : [value];
    });
  return {
    ...history,
    points: keep(points.map((point, index) => knownPoint(point, { groups, accounts, index }))),
    accounts: accounts.map((account) => ({
      ...account,
      balances: keep(account.balances),
      kinds: keep(account.kinds),
    })),
  };
}

function knownPoint(
  { date }: NetWorthPoint,
  { groups, accounts, index }: Pick<NetWorthHistory, 'groups' | 'accounts'> & { index: number },
): NetWorthPoint {
  const known = accounts.filter((account) => isKnown(account, index));
  const sum = (members: readonly Account[]) =>
    members.reduce((total, { balances }) => total + cents(balances[index] ?? 0), 0);
  const assets = sum(known.filter(({ is_debt }) => !is_debt));
  const debts = sum(known.filter(({ is_debt }) => is_debt));
  return {
    date,
    assets: assets / 100,
    debts: debts / 100,
    net: (assets - debts) / 100,
    groups: groups.map((group) => sum(known.filter((account) => isInGroup(account, group))) / 100),
    estimated: false,
  };
}

/** True if an account is in a group of a history. */
export const isInGroup = (
  account: Pick<Account, 'group' | 'is_debt'>,
  { group, is_debt }: NetWorthHistory['groups'][number],
): boolean => account.group === group && account.is_debt === is_debt;

/** The points where the set of accounts with a known balance changes. Never the first point. */
export function knownChanges({ points, accounts }: ChartedHistory): KnownChange[] {
  return [...points.keys()].slice(1).flatMap((index) => {
    const idsWhere = (known: boolean) =>
      accounts
        .filter(
          (account) => isKnown(account, index) === known && isKnown(account, index - 1) !== known,
        )
        .map(({ account_id: id }) => id);
    const [becameKnown, becameUnknown] = [idsWhere(true), idsWhere(false)];
    return becameKnown.length + becameUnknown.length > 0
      ? [{ index, becameKnown, becameUnknown }]
      : [];
  });
}
