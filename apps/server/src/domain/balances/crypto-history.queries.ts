import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { DayAmount } from './balance-history.ts';

/** Lists the latest value of a user's crypto at each exchange: its newest snapshot. In US dollars, as decimal text. */
export const listExchangeValues = (queries: Queries, userId: UserId) =>
  queries.rows<{ exchange: string; value: string }>(owned`
    select distinct on (exchange)
      exchange,
      value
    from crypto_snapshots
    where user_id = ${userId}
    order by
      exchange,
      day desc`);

/** A user's crypto at one exchange: its value and the cash on each day on which it was fetched, oldest first. */
export interface ExchangeHistory {
  exchange: string;
  snapshots: DayAmount[];
  /** Government-issued currency held there. Not part of the value. */
  cash: DayAmount[];
}

/** Lists the history of each exchange. */
export async function listExchangeHistories(
  queries: Queries,
  userId: UserId,
): Promise<ExchangeHistory[]> {
  // The days of each exchange are returned as one value, aggregated in a single pass.
  const rows = await queries.rows<ExchangeDays>(owned`
    select
      exchange,
      array_to_json(array_agg(day - date '1970-01-01' order by day)) as days,
      array_to_json(array_agg(value * 100 order by day)) as cents,
      array_to_json(array_agg(cash * 100 order by day)) as "cashCents"
    from crypto_snapshots
    where user_id = ${userId}
    group by exchange
    order by exchange`);
  return rows.map(({ exchange, days, cents, cashCents }) => ({
    exchange,
    snapshots: days.map((day, index) => [day, cents[index] ?? 0]),
    cash: days.map((day, index) => [day, cashCents[index] ?? 0]),
  }));
}

/** Parallel lists: days since 1970-01-01, and amounts in cents. */
interface ExchangeDays {
  exchange: string;
  days: number[];
  cents: number[];
  cashCents: number[];
}
