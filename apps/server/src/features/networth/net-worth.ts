import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import type { BalanceKind } from '@cairn/contract/values';
import { compareGroups } from '../../domain/balances/account-groups.ts';
import { type BalanceHistory, formatDayNumber } from '../../domain/balances/balance-history.ts';
import { totalsOn } from '../../domain/balances/balance-kinds.ts';
import { centsToMoney } from '../../domain/money/money.ts';

/** A bank account, or the crypto at all exchanges together. */
export interface NetWorthAccount {
  id: string;
  group: string;
  isDebt: boolean;
  /** One history for an account, one per exchange for crypto. Their sum is the balance. */
  histories: readonly BalanceHistory[];
}

/** The balance of an account, or the total of a group, in cents on each of the days. */
interface Series {
  id: string;
  group: string;
  isDebt: boolean;
  cents: readonly number[];
  /** How the balance of each day is known. */
  kinds: readonly BalanceKind[];
}

/**
 * Returns assets, debts, and net worth at the end of days (days since 1970-01-01), in their API form. Groups are in
 * display order, with crypto after the asset accounts.
 */
export function netWorthOn(
  accounts: readonly NetWorthAccount[],
  days: readonly number[],
  today: number,
) {
  const series = accounts.flatMap(({ id, group, isDebt, histories }): Series[] => {
    const totals = totalsOn(histories, days, today);
    return totals === null ? [] : [{ id, group, isDebt, ...totals }];
  });
  const groups = sumGroups(series, days.length);
  const sumSide = (index: number, isDebt: boolean) =>
    groups.reduce(
      (cents, group) => (group.isDebt === isDebt ? cents + (group.cents[index] ?? 0) : cents),
      0,
    );
  return {
    points: days.map((day, index) => {
      const [assets, debts] = [sumSide(index, false), sumSide(index, true)];
      return {
        date: formatDayNumber(day),
        assets: centsToMoney(assets),
        debts: centsToMoney(debts),
        net: centsToMoney(assets - debts),
        groups: groups.map(({ cents }) => centsToMoney(cents[index] ?? 0)),
        estimated: series.some(({ kinds }) => kinds[index] === 'estimated'),
      };
    }),
    groups: groups.map(({ group, isDebt }) => ({ group, is_debt: isDebt })),
    accounts: series.map(({ id, group, isDebt, cents, kinds }) => ({
      account_id: id,
      is_debt: isDebt,
      group,
      balances: cents.map(centsToMoney),
      kinds: [...kinds],
    })),
  };
}

/** Sums the series of each group, asset groups first. */
function sumGroups(
  series: readonly Series[],
  dayCount: number,
): Pick<Series, 'group' | 'isDebt' | 'cents'>[] {
  const groups = Map.groupBy(series, ({ group, isDebt }) => `${isDebt} ${group}`);
  return [...groups.values()]
    .map((members) => ({
      group: members[0]?.group ?? '',
      isDebt: members[0]?.isDebt ?? false,
      cents: Array.from({ length: dayCount }, (_, index) =>
        members.reduce((sum, { cents }) => sum + (cents[index] ?? 0), 0),
      ),
    }))
    .sort((a, b) => rankOf(a) - rankOf(b) || compareGroups(a.group, b.group));
}

/** Returns the sort order of a group: assets first, then crypto, then debts. */
const rankOf = ({ isDebt, group }: Pick<Series, 'isDebt' | 'group'>): number =>
  isDebt ? 2 : Number(group === cryptoAccountId);
