import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** The access token of an item. */
export interface AccessTokenRow {
  id: string;
  provider_item_id: string;
  institution_name: string;
  access_token_sealed: string;
}

/** Returns the items that still have an access token. */
export const listAccessTokens = (queries: Queries, userId: UserId) =>
  queries.rows<AccessTokenRow>(owned`
    select
      id,
      provider_item_id,
      institution_name,
      access_token_sealed
    from items
    where user_id = ${userId}
      and access_token_sealed <> ''
    order by id`);

/** Deletes the access token of an item. */
export const clearAccessToken = (queries: Queries, userId: UserId, itemId: string) =>
  queries.run(owned`
    update items
    set access_token_sealed = ''
    where user_id = ${userId}
      and id = ${itemId}`);
