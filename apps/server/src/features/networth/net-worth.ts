import { cryptoAccountId } from '@cairn/contract/rules/crypto-value';
import { compareGroups } from '../../domain/balances/account-groups.ts';
import {
  type BalanceHistory,
  balancesOn,
  formatDayNumber,
} from '../../domain/balances/balance-history.ts';
import { centsToMoney } from '../../domain/money/money.ts';

/** An account or crypto, with its balance history. */
export interface Holding extends BalanceHistory {
  id: string;
  group: string;
}

/** The balance of a holding, or the total of a group, in cents on each of the days. */
interface Series {
  id: string;
  group: string;
  isDebt: boolean;
  cents: readonly number[];
}

/**
 * Returns assets, debts, and net worth at the end of days (days since 1970-01-01), in their API form. Groups are in
 * display order, with crypto after the asset accounts.
 */
export function netWorthOn(holdings: readonly Holding[], days: readonly number[], today: number) {
  const series = holdings.flatMap(({ id, group, ...history }): Series[] => {
    const cents = balancesOn(history, days, today);
    return cents === null ? [] : [{ id, group, isDebt: history.isDebt, cents }];
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
      };
    }),
    groups: groups.map(({ group, isDebt }) => ({ group, is_debt: isDebt })),
    accounts: series.map(({ id, isDebt, cents }) => ({
      account_id: id,
      is_debt: isDebt,
      balances: cents.map(centsToMoney),
    })),
  };
}

/** Sums the series of each group, asset groups first. */
function sumGroups(series: readonly Series[], dayCount: number): Omit<Series, 'id'>[] {
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

/** Assets first, then crypto, then debts. */
const rankOf = ({ isDebt, group }: Pick<Series, 'isDebt' | 'group'>): number =>
  isDebt ? 2 : Number(group === cryptoAccountId);
