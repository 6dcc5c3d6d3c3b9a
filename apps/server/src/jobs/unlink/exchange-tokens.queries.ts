import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** An exchange link that has tokens. */
export interface ExchangeTokensRow {
  id: string;
  exchange: string;
  /** False if the user unlinked it and the access is not revoked yet. */
  isLinked: boolean;
}

/** Returns the exchange links that still have tokens. */
export const listExchangeTokens = (queries: Queries, userId: UserId) =>
  queries.rows<ExchangeTokensRow>(owned`
    select
      id,
      exchange,
      unlinked_at is null as "isLinked"
    from exchange_links
    where user_id = ${userId}
      and sealed_tokens <> ''
    order by id`);

/** Deletes the tokens of an exchange link and keeps its holdings. False if they were already deleted. */
export const clearExchangeTokens = async (
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
