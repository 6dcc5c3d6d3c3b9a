import { type BalanceHistory, balancesOn, type DayAmount } from './balance-history.ts';

/** The currency of crypto values. If a user's totals are in another currency, crypto is not counted. */
export const cryptoCurrency = 'USD';

/**
 * Combines the value histories of exchanges, oldest day first, into one. Every exchange counts on every day; before
 * its first snapshot it counts with the value of that snapshot. Null without any snapshot.
 */
export function combineCryptoHistories(
  exchanges: readonly (readonly DayAmount[])[],
): BalanceHistory | null {
  const days = [...new Set(exchanges.flat().map(([day]) => day))].sort((a, b) => a - b);
  const last = days.at(-1);
  if (last === undefined) return null;
  const histories = exchanges.map((snapshots) =>
    balancesOn({ isDebt: false, current: null, snapshots, posted: [] }, days, last),
  );
  const sums = days.map((_, index) =>
    histories.reduce((sum, cents) => sum + (cents?.[index] ?? 0), 0),
  );
  return {
    isDebt: false,
    current: sums.at(-1) ?? null,
    snapshots: days.map((day, index) => [day, sums[index] ?? 0]),
    posted: [],
  };
}
