import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** The access token of an item. */
export interface KeyRow {
  id: string;
  provider_item_id: string;
  institution_name: string;
  access_token_sealed: string;
}

/** Returns the items that still have an access token. */
export const listKeys = (queries: Queries, userId: UserId) =>
  queries.rows<KeyRow>(owned`
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
export const dropKey = (queries: Queries, userId: UserId, itemId: string) =>
  queries.run(owned`
    update items
    set access_token_sealed = ''
    where user_id = ${userId}
      and id = ${itemId}`);
