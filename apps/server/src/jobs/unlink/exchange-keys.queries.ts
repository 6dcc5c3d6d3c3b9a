import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** A key to a crypto exchange. */
export interface ExchangeKeyRow {
  id: string;
  exchange: string;
  /** False: unlinked already, and not told to the exchange yet. */
  current: boolean;
}

/** The links with an exchange that we still have a key to. */
export const listExchangeKeys = (queries: Queries, userId: UserId) =>
  queries.rows<ExchangeKeyRow>(owned`
    select
      id,
      exchange,
      unlinked_at is null as current
    from exchange_links
    where user_id = ${userId}
      and sealed_tokens <> ''
    order by id`);

/** Throws the key to an exchange away; its holdings stay. False if it was thrown away before. */
export const dropExchangeKey = async (
  queries: Queries,
  userId: UserId,
  id: string,
): Promise<boolean> =>
  (await queries.run(owned`
    update exchange_links
    set
      sealed_tokens = '',
      state = 'reconnect',
      renewing_until = null
    where user_id = ${userId}
      and id = ${id}
      and sealed_tokens <> ''`)) === 1;
