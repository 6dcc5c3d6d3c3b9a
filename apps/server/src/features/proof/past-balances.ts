import type { ProofOf } from '@cairn/contract/proof';
import { listBalanceHistories } from '../../domain/balances/balance-history.queries.ts';
import {
  type BalanceHistory,
  balancesOn,
  formatDayNumber,
  toDayNumber,
} from '../../domain/balances/balance-history.ts';
import { balanceBasisOn, netWorthHistory } from '../../domain/balances/balance-kinds.ts';
import { listExchangeHistories } from '../../domain/balances/crypto-history.queries.ts';
import { exchangeHistory } from '../../domain/balances/crypto-history.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { Services } from '../../services.ts';

/** A balance at the end of a day, in cents, and how it is known. */
export interface PastBalance {
  cents: number;
  basis: ProofOf<'balances'>['accounts'][number]['basis'] & object;
}

/** Returns the balance of an account or exchange at the end of a day (ISO), or null if it is unknown. */
export type PastBalanceLookup = (
  kind: 'account' | 'exchange',
  id: string,
  day: string,
) => PastBalance | null;

/**
 * Loads the balances of all accounts and exchanges of a user for every day from `from` (ISO) to today. They equal those
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
      accounts.map((history) => [history.provider_account_id, netWorthHistory(history)]),
    ),
    exchange: new Map<string, BalanceHistory>(
      exchanges.map(({ exchange, snapshots }) => [exchange, exchangeHistory(snapshots)]),
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

function pastBalance(history: BalanceHistory, day: number, today: number): PastBalance | null {
  const [cents] = balancesOn(history, [day], today) ?? [];
  const basis = balanceBasisOn(history, day, today);
  if (cents === undefined || basis === null) return null;
  const { kind, balanceKind } = basis;
  return { cents, basis: { kind, day: formatDayNumber(basis.day), balance_kind: balanceKind } };
}

/**
 * Returns a predicate that is true for the rows that a total of known balances leaves out. All crypto counts as one
 * account in net worth, so if the value at one exchange is estimated, all exchanges are left out.
 */
export function createLeftOutPredicate<T extends { kind: 'account' | 'exchange' }>(
  rows: readonly T[],
  isEstimated: (row: T) => boolean,
): (row: T) => boolean {
  const cryptoIsEstimated = rows.some((row) => row.kind === 'exchange' && isEstimated(row));
  return (row) => (row.kind === 'exchange' ? cryptoIsEstimated : isEstimated(row));
}
