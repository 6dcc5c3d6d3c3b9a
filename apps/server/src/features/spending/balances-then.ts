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

/** What an account's balance was at the end of a day, in cents, and what tells it. */
export interface BalanceThen {
  cents: number;
  basis: { kind: BalanceBasis['kind']; day: string };
}

/** Looks up what an account, or what coins at an exchange were worth, by its id. */
export type BalancesThen = (
  kind: 'account' | 'exchange',
  id: string,
  day: string,
) => BalanceThen | null;

/**
 * What every account and every exchange of a user had at the end of any past day from one (ISO) on: as the
 * history of the net worth has it.
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
  const pasts = {
    account: new Map<string, BalancePast>(accounts.map((past) => [past.provider_account_id, past])),
    exchange: new Map<string, BalancePast>(
      exchanges.map(({ exchange, snapshots }) => [exchange, pastOfCoins(snapshots)]),
    ),
  };
  const now = dayNumber(today);
  return (kind, id, day) => {
    const past = pasts[kind].get(id);
    return past === undefined
      ? null
      : balanceThen(past, dayNumber(Temporal.PlainDate.from(day)), now);
  };
}

const pastOfCoins = (snapshots: readonly OnDay[]): BalancePast => ({
  isDebt: false,
  current: null,
  snapshots,
  posted: [],
});

function balanceThen(past: BalancePast, day: number, today: number): BalanceThen | null {
  const [cents] = balancesAt(past, [day], today) ?? [];
  const basis = basisAt(past, day, today);
  if (cents === undefined || basis === null) return null;
  return { cents, basis: { kind: basis.kind, day: dayOnWire(basis.day) } };
}
