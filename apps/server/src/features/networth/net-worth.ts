import { cryptoHolding } from '@cairn/contract/crypto-value';
import { compareGroups } from '../../domain/account-groups.ts';
import { type BalancePast, balancesAt, dayOnWire } from '../../domain/balance-history.ts';
import { centsOnWire } from '../../domain/money.ts';

/** An account or crypto, with its balance history. */
export interface Holding extends BalancePast {
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
export function netWorthAt(holdings: readonly Holding[], days: readonly number[], today: number) {
  const series = holdings.flatMap(({ id, group, ...history }): Series[] => {
    const cents = balancesAt(history, days, today);
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
        date: dayOnWire(day),
        assets: centsOnWire(assets),
        debts: centsOnWire(debts),
        net: centsOnWire(assets - debts),
        groups: groups.map(({ cents }) => centsOnWire(cents[index] ?? 0)),
      };
    }),
    groups: groups.map(({ group, isDebt }) => ({ group, is_debt: isDebt })),
    accounts: series.map(({ id, isDebt, cents }) => ({
      account_id: id,
      is_debt: isDebt,
      balances: cents.map(centsOnWire),
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
  isDebt ? 2 : Number(group === cryptoHolding);
