import type { BalanceHistory, DayAmount } from './balance-history.ts';

/** The currency of crypto values. If a user's totals are in another currency, crypto is not counted. */
export const exchangeValueCurrency = 'USD';

/**
 * Returns the value history of one exchange, from its snapshots (oldest first). The value changes with prices, so a
 * day without a snapshot has an estimate: the value of the previous snapshot, or of the first one. Today has the latest
 * value, even if its date in UTC is already tomorrow.
 */
export const exchangeHistory = (snapshots: readonly DayAmount[]): BalanceHistory => ({
  isDebt: false,
  current: snapshots.at(-1)?.[1] ?? null,
  snapshots,
  posted: [],
  explainedSince: null,
});
