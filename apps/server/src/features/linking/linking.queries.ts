import type { Product } from '../../domain/products.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';

/** A new item, with its first sync already queued. */
export interface NewItem {
  userId: UserId;
  id: string;
  providerItemId: string;
  institutionId: string | null;
  institutionName: string;
  accessTokenSealed: string;
  /** SHA-256 of the public token. */
  publicTokenDigest: Buffer;
  /** False: the first sync is to settle its name and the address for its webhooks. */
  settled: boolean;
}

export const insertItem = (queries: Queries, item: NewItem) =>
  queries.run(owned`
    insert into items (
      user_id, id, provider_item_id, institution_id, institution_name, access_token_sealed,
      public_token_digest, settled, sync_state
    )
    values (
      ${item.userId}, ${item.id}, ${item.providerItemId}, ${item.institutionId},
      ${item.institutionName}, ${item.accessTokenSealed}, ${item.publicTokenDigest},
      ${item.settled}, 'queued'
    )`);

/** The item that a public token (its SHA-256) was linked as, if it was. */
export const findHandedIn = (queries: Queries, userId: UserId, publicTokenDigest: Buffer) =>
  queries.row<{ item_id: string }>(owned`
    select provider_item_id as item_id
    from items
    where user_id = ${userId}
      and public_token_digest = ${publicTokenDigest}`);

/** Notes whose item it is; false if the aggregator's item is somebody's already. */
export const registerItem = async (
  queries: Queries,
  item: Pick<NewItem, 'providerItemId' | 'userId' | 'id'>,
): Promise<boolean> =>
  (await queries.run(directory`
    insert into item_directory (provider_item_id, user_id, item_id)
    values (${item.providerItemId}, ${item.userId}, ${item.id})
    on conflict (provider_item_id) do nothing`)) === 1;

/**
 * Queues the items that no sync is running for, those that wait to retry included. A run whose worker
 * died counts as over when its lease is. Answers the items to enqueue, those that were queued before
 * among them: their job is deduplicated by its key, and should it have got lost it is there again.
 */
export const queueItems = (queries: Queries, userId: UserId) =>
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
 * Notes that the user has been through update mode for an item (by the aggregator's id): the warnings that
 * it answers go, and a sync of it is queued. What the login is worth by now, that sync finds out. Answers the
 * item, unless it is gone.
 */
export const noteUpdated = (queries: Queries, userId: UserId, providerItemId: string) =>
  queries.row<{ id: string }>(owned`
    update items
    set
      health = case when health = 'consent_expiring' then 'ok' else health end,
      sync_error = case when health = 'consent_expiring' then null else sync_error end,
      told_of = case when health = 'consent_expiring' then null else told_of end,
      new_accounts_at = null,
      sync_state = case when sync_state = 'running' and lease_until > now() then 'running' else 'queued' end,
      sync_retry_at = null
    where user_id = ${userId}
      and provider_item_id = ${providerItemId}
      and health not in ('removed', 'revoked')
    returning id`);

/** Whether the user's subscription is paid now. */
export const findSubscription = (queries: Queries, userId: UserId) =>
  queries.row<{ paid: boolean }>(owned`
    select coalesce(paid_until > now(), false) as paid
    from users
    where user_id = ${userId}`);

/** The key to an institution by the aggregator's id, and how the connection stands. */
export const findKey = (queries: Queries, userId: UserId, providerItemId: string) =>
  queries.row<{
    id: string;
    institution_name: string;
    access_token_sealed: string;
    health: string;
    sync_error: string | null;
    has_new_accounts: boolean;
    lacks_consent: Product[];
    unlinking: boolean;
  }>(owned`
    select
      id,
      institution_name,
      access_token_sealed,
      health,
      sync_error,
      new_accounts_at is not null as has_new_accounts,
      lacks_consent,
      unlink_asked_at is not null as unlinking
    from items
    where user_id = ${userId}
      and provider_item_id = ${providerItemId}`);
