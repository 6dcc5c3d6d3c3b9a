import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';
import type { ItemKey } from '../sync/lease.queries.ts';

/**
 * A connection that needs its user and of which they were not told yet; with this they are. Of two that
 * find out at once, one gets it.
 */
export const takeUntold = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<{
    health: 'login_required' | 'consent_expiring';
    institution_name: string;
    consent_ends_at: Date | null;
  }>(owned`
    update items
    set told_of = health
    where user_id = ${userId}
      and id = ${itemId}
      and health in ('login_required', 'consent_expiring')
      and told_of is distinct from health
    returning
      health,
      institution_name,
      consent_ends_at`);

/** Where a user is written to about their banks, and whether they pay; who is leaving, nowhere. */
export const findReader = (queries: Queries, userId: UserId) =>
  queries.row<{ email: string; paid: boolean }>(owned`
    select
      email,
      coalesce(paid_until > now(), false) as paid
    from users
    where user_id = ${userId}
      and deletion_asked_at is null`);

/** An institution that there is still a key to, and that nobody is unlinking. */
export const findConnected = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<{ institution_name: string; access_token_sealed: string }>(owned`
    select
      institution_name,
      access_token_sealed
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and access_token_sealed <> ''
      and unlink_asked_at is null`);

/**
 * Notes that the user has withdrawn our access at the bank: it is not synced any more, what a sync has under
 * way is not written, and everything of it is to go. False if somebody was quicker.
 */
export const markWithdrawn = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      unlink_asked_at = now(),
      health = 'revoked',
      sync_state = 'idle',
      sync_error = null,
      sync_retry_at = null,
      lease_token = lease_token + 1,
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}
      and unlink_asked_at is null`)) === 1;

/** The user lets us in after all: it is synced again. */
export const letInAgain = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update items
    set
      health = 'ok',
      sync_error = null
    where user_id = ${userId}
      and id = ${itemId}
      and health = 'revoked'
      and unlink_asked_at is null`);

/** An account of an item, by the aggregator's id. */
export const findAccountOf = (
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
 * Lets the next sync ask for everything once more, and nothing that one has under way be written. What is
 * known already is not doubled then. False if the item is not there, or not synced any more.
 */
export const beginAnew = async (queries: Queries, { userId, itemId }: ItemKey): Promise<boolean> =>
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
