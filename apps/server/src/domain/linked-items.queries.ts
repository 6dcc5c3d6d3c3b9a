import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { fragment, owned } from '../platform/owned-sql.ts';

/** A linked institution with where its connection and its sync stand. */
export interface ItemRow {
  id: string;
  provider_item_id: string;
  institution_name: string;
  created_at: Date;
  health: string;
  sync_state: string;
  sync_error: string | null;
  sync_added: number;
  last_synced_at: Date | null;
  /** Until when the bank lets us in, where it has told. */
  consent_ends_at: Date | null;
  /** The bank has accounts that the user was not asked about. */
  has_new_accounts: boolean;
  /** The user has unlinked it, and it is about to be deleted. */
  unlinking: boolean;
}

const itemColumns = fragment`
  id,
  provider_item_id,
  institution_name,
  created_at,
  health,
  sync_state,
  sync_error,
  sync_added,
  last_synced_at,
  consent_ends_at,
  new_accounts_at is not null as has_new_accounts,
  unlink_asked_at is not null as unlinking`;

/** The linked institutions, the one linked first at the top. */
export const listItems = (queries: Queries, userId: UserId) =>
  queries.rows<ItemRow>(owned`
    select ${itemColumns}
    from items
    where user_id = ${userId}
    order by created_at, id`);

/** One linked institution by our id. */
export const findItem = (queries: Queries, userId: UserId, id: string) =>
  queries.row<ItemRow>(owned`
    select ${itemColumns}
    from items
    where user_id = ${userId}
      and id = ${id}`);

/** Whether a user still has an institution linked. */
export const hasLinkedItems = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from items
    where user_id = ${userId}
      and health <> 'removed'
    limit 1`)) !== undefined;
