import { type BalancePast, balancesAt, dayOnWire } from '../../domain/balance-history.ts';
import { centsOnWire } from '../../domain/money.ts';

/** Something that is owned or owed, with its past: an account, or what else has a worth of its own. */
export interface Holding extends BalancePast {
  id: string;
}

/** What was owned and owed at the end of some days (numbers since 1970-01-01), in the words of the wire. */
export function netWorthAt(holdings: readonly Holding[], days: readonly number[], today: number) {
  const known = holdings.flatMap(({ id, ...past }) => {
    const cents = balancesAt(past, days, today);
    return cents === null ? [] : [{ id, isDebt: past.isDebt, cents }];
  });
  const sum = (index: number, isDebt: boolean) =>
    known.reduce(
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
      };
    }),
    accounts: known.map(({ id, isDebt, cents }) => ({
      account_id: id,
      is_debt: isDebt,
      balances: cents.map(centsOnWire),
    })),
  };
}
