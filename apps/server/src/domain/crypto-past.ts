import { type BalancePast, balancesAt, type OnDay } from './balance-history.ts';

/** What exchanges price coins in. Where totals are in another currency, coins are not counted. */
export const cryptoCurrency = 'USD';

/**
 * What coins at one or more exchanges were worth, as one holding, each exchange's days given oldest first. An
 * exchange counts on every day: before its first look with what that found. Null where nobody has ever looked.
 */
export function cryptoPast(exchanges: readonly (readonly OnDay[])[]): BalancePast | null {
  const days = [...new Set(exchanges.flat().map(([day]) => day))].sort((a, b) => a - b);
  const last = days.at(-1);
  if (last === undefined) return null;
  const worths = exchanges.map((snapshots) =>
    balancesAt({ isDebt: false, current: null, snapshots, posted: [] }, days, last),
  );
  const sums = days.map((_, index) =>
    worths.reduce((sum, cents) => sum + (cents?.[index] ?? 0), 0),
  );
  return {
    isDebt: false,
    current: sums.at(-1) ?? null,
    snapshots: days.map((day, index) => [day, sums[index] ?? 0]),
    posted: [],
  };
}
