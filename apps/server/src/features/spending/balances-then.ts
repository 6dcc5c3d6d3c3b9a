import { listPasts } from '../../domain/balance-history.queries.ts';
import {
  type BalanceBasis,
  type BalancePast,
  balancesAt,
  basisAt,
  dayNumber,
  dayOnWire,
  type OnDay,
} from '../../domain/balance-history.ts';
import { listExchangePasts } from '../../domain/crypto-worth.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';

/** A balance at the end of a past day, in cents, and how it is known. */
export interface BalanceThen {
  cents: number;
  basis: { kind: BalanceBasis['kind']; day: string };
}

/** Returns the balance of an account or exchange at the end of a day (ISO), or null if it is unknown. */
export type BalancesThen = (
  kind: 'account' | 'exchange',
  id: string,
  day: string,
) => BalanceThen | null;

/**
 * Loads the balances of all accounts and exchanges of a user for every past day since `from` (ISO). They equal those
 * of the net worth history.
 */
export async function balancesSince(
  { database }: Services,
  userId: UserId,
  from: string,
  today: Temporal.PlainDate,
): Promise<BalancesThen> {
  const [accounts, exchanges] = await Promise.all([
    listPasts(database, userId, { providerAccountId: null, from }),
    listExchangePasts(database, userId),
  ]);
  const histories = {
    account: new Map<string, BalancePast>(
      accounts.map((history) => [history.provider_account_id, history]),
    ),
    exchange: new Map<string, BalancePast>(
      exchanges.map(({ exchange, snapshots }) => [exchange, cryptoHistory(snapshots)]),
    ),
  };
  const todayNumber = dayNumber(today);
  return (kind, id, day) => {
    const history = histories[kind].get(id);
    return history === undefined
      ? null
      : pastBalance(history, dayNumber(Temporal.PlainDate.from(day)), todayNumber);
  };
}

const cryptoHistory = (snapshots: readonly OnDay[]): BalancePast => ({
  isDebt: false,
  current: null,
  snapshots,
  posted: [],
});

function pastBalance(history: BalancePast, day: number, today: number): BalanceThen | null {
  const [cents] = balancesAt(history, [day], today) ?? [];
  const basis = basisAt(history, day, today);
  if (cents === undefined || basis === null) return null;
  return { cents, basis: { kind: basis.kind, day: dayOnWire(basis.day) } };
}
