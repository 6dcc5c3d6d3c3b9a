import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** An exchange link that has tokens. */
export interface ExchangeKeyRow {
  id: string;
  exchange: string;
  /** False if the user unlinked it and the access is not revoked yet. */
  linked: boolean;
}

/** Returns the exchange links that still have tokens. */
export const listExchangeKeys = (queries: Queries, userId: UserId) =>
  queries.rows<ExchangeKeyRow>(owned`
    select
      id,
      exchange,
      unlinked_at is null as linked
    from exchange_links
    where user_id = ${userId}
      and sealed_tokens <> ''
    order by id`);

/** Deletes the tokens of an exchange link and keeps its holdings. False if they were already deleted. */
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
