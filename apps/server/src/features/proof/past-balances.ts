import { listBalanceHistories } from '../../domain/balances/balance-history.queries.ts';
import {
  type BalanceBasis,
  type BalanceHistory,
  balanceBasisOn,
  balancesOn,
  type DayAmount,
  formatDayNumber,
  toDayNumber,
} from '../../domain/balances/balance-history.ts';
import { listExchangeHistories } from '../../domain/balances/crypto-history.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';

/** A balance at the end of a past day, in cents, and how it is known. */
export interface PastBalance {
  cents: number;
  basis: { kind: BalanceBasis['kind']; day: string };
}

/** Returns the balance of an account or exchange at the end of a day (ISO), or null if it is unknown. */
export type PastBalanceLookup = (
  kind: 'account' | 'exchange',
  id: string,
  day: string,
) => PastBalance | null;

/**
 * Loads the balances of all accounts and exchanges of a user for every past day since `from` (ISO). They equal those
 * of the net worth history.
 */
export async function loadPastBalances(
  { database }: Services,
  userId: UserId,
  from: string,
  today: Temporal.PlainDate,
): Promise<PastBalanceLookup> {
  const [accounts, exchanges] = await Promise.all([
    listBalanceHistories(database, userId, { providerAccountId: null, from }),
    listExchangeHistories(database, userId),
  ]);
  const histories = {
    account: new Map<string, BalanceHistory>(
      accounts.map((history) => [history.provider_account_id, history]),
    ),
    exchange: new Map<string, BalanceHistory>(
      exchanges.map(({ exchange, snapshots }) => [exchange, cryptoHistory(snapshots)]),
    ),
  };
  const todayNumber = toDayNumber(today);
  return (kind, id, day) => {
    const history = histories[kind].get(id);
    return history === undefined
      ? null
      : pastBalance(history, toDayNumber(Temporal.PlainDate.from(day)), todayNumber);
  };
}

const cryptoHistory = (snapshots: readonly DayAmount[]): BalanceHistory => ({
  isDebt: false,
  current: null,
  snapshots,
  posted: [],
});

function pastBalance(history: BalanceHistory, day: number, today: number): PastBalance | null {
  const [cents] = balancesOn(history, [day], today) ?? [];
  const basis = balanceBasisOn(history, day, today);
  if (cents === undefined || basis === null) return null;
  return { cents, basis: { kind: basis.kind, day: formatDayNumber(basis.day) } };
}
