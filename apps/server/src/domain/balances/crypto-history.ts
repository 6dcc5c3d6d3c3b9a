import type { BalanceHistory, DayAmount } from './balance-history.ts';

/** The currency of crypto values. If a user's totals are in another currency, crypto is not counted. */
export const exchangeValueCurrency = 'USD';

/**
 * Returns the history of the value at one exchange, from its snapshots (oldest first). Because prices change the value,
 * a day without a snapshot has an estimate: the value of the previous snapshot or, if there is none, of the first
 * snapshot. Today has the value of the latest snapshot, whose UTC date may already be tomorrow.
 */
export const exchangeHistory = (snapshots: readonly DayAmount[]): BalanceHistory => ({
  isDebt: false,
  current: snapshots.at(-1)?.[1] ?? null,
  snapshots,
  posted: [],
  explainedSince: null,
});
