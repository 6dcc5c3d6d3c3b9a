import type { ItemHealth } from '../../domain/items/item-state.ts';
import type { Product } from '../../domain/items/products.ts';
import type { Queries } from '../../platform/database/database.ts';
import { directory, owned, transactionTime } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** An item to insert. Its setup is not complete. */
export interface NewItem {
  userId: UserId;
  id: string;
  providerItemId: string;
  /** A placeholder until the institution is known. */
  institutionName: string;
  accessTokenSealed: string;
  /** SHA-256 of the public token. */
  publicTokenDigest: Buffer;
}

export const insertItem = (queries: Queries, item: NewItem) =>
  queries.run(owned`
    insert into items (
      user_id, id, provider_item_id, institution_name, access_token_sealed, public_token_digest,
      setup_complete, sync_state
    )
    values (
      ${item.userId}, ${item.id}, ${item.providerItemId}, ${item.institutionName},
      ${item.accessTokenSealed}, ${item.publicTokenDigest}, false, 'queued'
    )`);

/** An item that is still being linked. */
export interface NewItemRow {
  id: string;
  access_token_sealed: string;
}

/** Finds an item that is still being linked, unless its access has been revoked. */
export const findNewItem = (queries: Queries, userId: UserId, id: string) =>
  queries.row<NewItemRow>(owned`
    select
      id,
      access_token_sealed
    from items
    where user_id = ${userId}
      and id = ${id}
      and access_token_sealed <> ''
      and unlink_requested_at is null`);

/** The institution of an item. The id is the aggregator's, and null if it is not known. */
export interface Institution {
  institutionId: string | null;
  institutionName: string;
}

/** Stores the institution of a new item and marks its setup as complete, unless a sync has done so. */
export const storeInstitution = (
  queries: Queries,
  userId: UserId,
  id: string,
  { institutionId, institutionName }: Institution,
) =>
  queries.run(owned`
    update items
    set
      institution_id = ${institutionId},
      institution_name = ${institutionName},
      setup_complete = true
    where user_id = ${userId}
      and id = ${id}
      and not setup_complete`);

/** Finds the item that a public token (its SHA-256) was linked as. */
export const findItemByPublicToken = (
  queries: Queries,
  userId: UserId,
  publicTokenDigest: Buffer,
) =>
  queries.row<{ item_id: string }>(owned`
    select provider_item_id as item_id
    from items
    where user_id = ${userId}
      and public_token_digest = ${publicTokenDigest}`);

/** Maps the aggregator's item to its user. Returns false if it is mapped already. */
export const registerItem = async (
  queries: Queries,
  item: Pick<NewItem, 'providerItemId' | 'userId' | 'id'>,
): Promise<boolean> =>
  (await queries.run(directory`
    insert into item_directory (provider_item_id, user_id, item_id)
    values (${item.providerItemId}, ${item.userId}, ${item.id})
    on conflict (provider_item_id) do nothing`)) === 1;

/**
 * Marks the user's items as queued unless a sync is running for them; a sync whose lease has expired doesn't count
 * as running. Returns the items to enqueue, including those that were queued before: their job is deduplicated by
 * its key, and is restored if it was lost.
 */
export const markItemsQueued = (queries: Queries, userId: UserId) =>
  queries.rows<{ id: string }>(owned`
    update items
    set
      sync_state = 'queued',
      sync_added = 0
    where user_id = ${userId}
      and health not in ('removed', 'revoked')
      and (sync_state <> 'running' or lease_until < now())
    returning id`);

/**
 * Clears the warnings that update mode resolves for an item (by the aggregator's id), and marks it as queued. The
 * next sync determines its health. Returns the item unless it was removed or revoked.
 */
export const clearUpdateWarnings = (queries: Queries, userId: UserId, providerItemId: string) =>
  queries.row<{ id: string }>(owned`
    update items
    set
      health = case when health = 'consent_expiring' then 'ok' else health end,
      sync_error = case when health = 'consent_expiring' then null else sync_error end,
      notified_health = case when health = 'consent_expiring' then null else notified_health end,
      new_accounts_at = null,
      sync_state = case when sync_state = 'running' and lease_until > ${transactionTime} then 'running' else 'queued' end,
      sync_retry_at = null
    where user_id = ${userId}
      and provider_item_id = ${providerItemId}
      and health not in ('removed', 'revoked')
    returning id`);

/** Finds whether the user has paid access now. */
export const findPaidAccess = (queries: Queries, userId: UserId) =>
  queries.row<{ paid: boolean }>(owned`
    select coalesce(paid_until > now(), false) as paid
    from users
    where user_id = ${userId}`);

/** Finds an item by the aggregator's id, with its access token and state. */
export const findLinkedItem = (queries: Queries, userId: UserId, providerItemId: string) =>
  queries.row<{
    id: string;
    institution_name: string;
    access_token_sealed: string;
    health: ItemHealth;
    sync_error: string | null;
    has_new_accounts: boolean;
    missing_consents: Product[];
    unlinking: boolean;
  }>(owned`
    select
      id,
      institution_name,
      access_token_sealed,
      health,
      sync_error,
      new_accounts_at is not null as has_new_accounts,
      missing_consents,
      unlink_requested_at is not null as unlinking
    from items
    where user_id = ${userId}
      and provider_item_id = ${providerItemId}`);
