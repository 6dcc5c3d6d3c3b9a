import type { ItemHealth } from '../../domain/items/item-state.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { ItemKey } from '../sync/lease.queries.ts';

/**
 * Claims the notification about an item that needs the user's attention. Undefined if the item is fine or the user was
 * already notified. Only one of several concurrent callers gets it.
 */
export const claimHealthNotification = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<{
    health: Extract<ItemHealth, 'login_required' | 'consent_expiring'>;
    institution_name: string;
    consent_ends_at: Date | null;
  }>(owned`
    update items
    set notified_health = health
    where user_id = ${userId}
      and id = ${itemId}
      and health in ('login_required', 'consent_expiring')
      and notified_health is distinct from health
    returning
      health,
      institution_name,
      consent_ends_at`);

/** The address for emails about banks, and whether the user has paid. Undefined if the user is being deleted. */
export const findMailRecipient = (queries: Queries, userId: UserId) =>
  queries.row<{ email: string; paid: boolean }>(owned`
    select
      email,
      coalesce(paid_until > now(), false) as paid
    from users
    where user_id = ${userId}
      and deletion_requested_at is null`);

/** An item that has an access token and is not being unlinked. */
export const findItemWithAccessToken = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<{ institution_name: string; access_token_sealed: string }>(owned`
    select
      institution_name,
      access_token_sealed
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and access_token_sealed <> ''
      and unlink_requested_at is null`);

/**
 * Marks the item's access as withdrawn: it is no longer synced, a running sync writes nothing, and its rows are to be
 * deleted. False if it was already marked.
 */
export const markAccessWithdrawn = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      unlink_requested_at = now(),
      health = 'revoked',
      sync_state = 'idle',
      sync_error = null,
      sync_retry_at = null,
      lease_token = lease_token + 1,
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}
      and unlink_requested_at is null`)) === 1;

/** Clears the withdrawn state after the user has restored access, so that the item is synced again. */
export const markAccessRestored = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update items
    set
      health = 'ok',
      sync_error = null
    where user_id = ${userId}
      and id = ${itemId}
      and health = 'revoked'
      and unlink_requested_at is null`);

/** Finds an account of an item by the aggregator's id. */
export const findItemAccount = (
  queries: Queries,
  { userId, itemId }: ItemKey,
  providerAccountId: string,
) =>
  queries.row<{ id: string; name: string }>(owned`
    select
      id,
      name
    from accounts
    where user_id = ${userId}
      and item_id = ${itemId}
      and provider_account_id = ${providerAccountId}`);

/**
 * Makes the next sync start from the beginning and stops a running one from writing. Existing rows are updated, not
 * duplicated. False if the item doesn't exist or is no longer synced.
 */
export const resetSync = async (queries: Queries, { userId, itemId }: ItemKey): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      cursor = null,
      sync_state = 'queued',
      lease_token = lease_token + 1,
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}
      and health not in ('removed', 'revoked')`)) === 1;
