import { cryptoHolding } from '@cairn/contract/crypto-value';
import { compareGroups } from '../../domain/account-groups.ts';
import { type BalancePast, balancesAt, dayOnWire } from '../../domain/balance-history.ts';
import { centsOnWire } from '../../domain/money.ts';

/** Something that is owned or owed, with its past: an account, or what else has a worth of its own. */
export interface Holding extends BalancePast {
  id: string;
  group: string;
}

/** Its cents on each of the days. */
interface Known {
  id: string;
  group: string;
  isDebt: boolean;
  cents: readonly number[];
}

/**
 * What was owned and owed at the end of some days (numbers since 1970-01-01), in the words of the wire. Groups
 * come in the product's order, crypto after those of accounts.
 */
export function netWorthAt(holdings: readonly Holding[], days: readonly number[], today: number) {
  const known = holdings.flatMap(({ id, group, ...past }): Known[] => {
    const cents = balancesAt(past, days, today);
    return cents === null ? [] : [{ id, group, isDebt: past.isDebt, cents }];
  });
  const groups = groupsOf(known, days.length);
  const sum = (index: number, isDebt: boolean) =>
    groups.reduce(
      (cents, each) => (each.isDebt === isDebt ? cents + (each.cents[index] ?? 0) : cents),
      0,
    );
  return {
    points: days.map((day, index) => {
      const [assets, debts] = [sum(index, false), sum(index, true)];
      return {
        date: dayOnWire(day),
        assets: centsOnWire(assets),
        debts: centsOnWire(debts),
        net: centsOnWire(assets - debts),
        groups: groups.map(({ cents }) => centsOnWire(cents[index] ?? 0)),
      };
    }),
    groups: groups.map(({ group, isDebt }) => ({ group, is_debt: isDebt })),
    accounts: known.map(({ id, isDebt, cents }) => ({
      account_id: id,
      is_debt: isDebt,
      balances: cents.map(centsOnWire),
    })),
  };
}

/** What each group came to on each of so many days, the assets' groups first. */
function groupsOf(known: readonly Known[], days: number): Omit<Known, 'id'>[] {
  const groups = Map.groupBy(known, ({ group, isDebt }) => `${isDebt} ${group}`);
  return [...groups.values()]
    .map((members) => ({
      group: members[0]?.group ?? '',
      isDebt: members[0]?.isDebt ?? false,
      cents: Array.from({ length: days }, (_, index) =>
        members.reduce((sum, { cents }) => sum + (cents[index] ?? 0), 0),
      ),
    }))
    .sort((a, b) => placeOf(a) - placeOf(b) || compareGroups(a.group, b.group));
}

/** Assets, crypto, debts. */
const placeOf = ({ isDebt, group }: Pick<Known, 'isDebt' | 'group'>): number =>
  isDebt ? 2 : Number(group === cryptoHolding);
