import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned } from '../platform/owned-sql.ts';

/** What somebody's crypto was worth on a day: decimal text, dollars, to the cent. */
export interface CryptoDay {
  day: string;
  /** Coins. */
  value: string;
  /** Money of states that lies at the exchange; not part of `value`. */
  cash: string;
}

/**
 * What a user's coins are worth now, in dollars, as an expression: what they were worth when the exchange was
 * last asked. 0 where nothing is linked. Each fetch writes the day's snapshot, so this is the newest of each exchange.
 */
export const cryptoWorthNow = (userId: UserId) => fragment`(
  select coalesce(sum(newest.value), 0)
  from (
    select distinct on (exchange) value
    from crypto_snapshots
    where user_id = ${userId}
    order by exchange, day desc
  ) newest
)`;

/** The same as a call: what a user's coins and their cash at exchanges are worth now. */
export async function findCryptoWorth(
  queries: Queries,
  userId: UserId,
): Promise<{ value: string; cash: string }> {
  const row = await queries.row<{ value: string; cash: string }>(owned`
    select
      ${cryptoWorthNow(userId)} as value,
      coalesce(sum(newest.cash), 0) as cash
    from (
      select distinct on (exchange) cash
      from crypto_snapshots
      where user_id = ${userId}
      order by exchange, day desc
    ) newest`);
  return row ?? { value: '0', cash: '0' };
}

/** The days on which a user's crypto was looked at, the oldest first. */
export const listCryptoDays = (queries: Queries, userId: UserId) =>
  queries.rows<CryptoDay>(owned`
    select
      day,
      sum(value) as value,
      sum(cash) as cash
    from crypto_snapshots
    where user_id = ${userId}
    group by day
    order by day`);

/**
 * What a user's crypto was worth on each day of a span (ISO, both included): on a day on which nobody looked,
 * what it was worth when last looked at before; 0 before the first look.
 */
export const listCryptoWorth = (queries: Queries, userId: UserId, from: string, to: string) =>
  queries.rows<CryptoDay>(owned`
    select
      days.day::date as day,
      coalesce(sum(known.value), 0) as value,
      coalesce(sum(known.cash), 0) as cash
    from generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
    left join lateral (
      select distinct on (exchange)
        value,
        cash
      from crypto_snapshots
      where user_id = ${userId}
        and day <= days.day
      order by exchange, day desc
    ) known on true
    group by days.day
    order by days.day`);
