import type { Product } from '../../domain/products.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { fragment, owned } from '../../platform/owned-sql.ts';

/** Which item of whom. */
export interface ItemKey {
  userId: UserId;
  itemId: string;
}

/** The right to write one item, until somebody else takes it. */
export interface Lease extends ItemKey {
  token: number;
}

/** What a sync needs to know of its item. */
export interface LeasedItem {
  token: number;
  cursor: string | null;
  access_token_sealed: string;
  institution_name: string;
  failures: number;
  /** False: its name and the address for its webhooks are still to be settled at the aggregator. */
  settled: boolean;
  /** What it was last asked for in vain, for its customer has not agreed to it. */
  lacks_consent: Product[];
}

/**
 * How long a lease holds without being renewed, in seconds. A worker that died holds its item up for
 * so long and no longer.
 */
const leaseSeconds = 20;

/**
 * Takes the lease on an item unless a live worker holds it; its number is higher than every earlier
 * one's. A row lease and no session lock, so that it works behind a connection pooler. An item whose
 * final write is under way has its row locked: it counts as held, however long that takes.
 */
export const takeLease = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.row<LeasedItem>(owned`
    with free as (
      select id
      from items
      where user_id = ${userId}
        and id = ${itemId}
        and health not in ('removed', 'revoked')
        and (lease_until is null or lease_until < now())
      for update skip locked
    )
    update items
    set
      lease_token = lease_token + 1,
      lease_until = now() + make_interval(secs => ${leaseSeconds}),
      sync_state = 'running',
      sync_added = 0,
      sync_retry_at = null
    from free
    where items.user_id = ${userId}
      and items.id = free.id
    returning
      lease_token as token,
      cursor,
      access_token_sealed,
      institution_name,
      sync_failures as failures,
      settled,
      lacks_consent`);

/** Whether the item is there and only busy, so that its sync should be tried again shortly. */
export const isBusy = async (queries: Queries, { userId, itemId }: ItemKey): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and health not in ('removed', 'revoked')`)) !== undefined;

/** Notes progress and keeps the lease; false if somebody else has taken it. */
export const keepLease = async (
  queries: Queries,
  { userId, itemId, token }: Lease,
  added: number,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      lease_until = now() + make_interval(secs => ${leaseSeconds}),
      sync_added = ${added}
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}`)) === 1;

/** Locks the item for the final write; false if somebody else has taken the lease. */
export const lockLeased = async (
  queries: Queries,
  { userId, itemId, token }: Lease,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}
    for update`)) !== undefined;

/** A consent that is about to end: a sync that succeeds says nothing of it, unless its time has passed. */
const isExpiring = fragment`health = 'consent_expiring' and coalesce(consent_ends_at > now(), true)`;

/** Ends a sync that succeeded: the cursor moves in the transaction that wrote the rows. */
export const finishSync = (
  queries: Queries,
  { userId, itemId }: Lease,
  result: { cursor: string; added: number; lacksConsent: readonly Product[] },
) =>
  queries.run(owned`
    update items
    set
      cursor = ${result.cursor},
      lacks_consent = ${result.lacksConsent}::text[],
      sync_added = ${result.added},
      sync_state = 'idle',
      sync_error = case when ${isExpiring} then sync_error end,
      sync_failures = 0,
      health = case when ${isExpiring} then health else 'ok' end,
      told_of = case when ${isExpiring} then told_of end,
      last_synced_at = now(),
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}`);

/** Notes which institution an item is of: everything about it is settled at the aggregator. */
export const noteSettled = (
  queries: Queries,
  { userId, itemId, token }: Lease,
  { institutionId, institutionName }: { institutionId: string | null; institutionName: string },
) =>
  queries.run(owned`
    update items
    set
      institution_id = ${institutionId},
      institution_name = ${institutionName},
      settled = true
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}`);

/** Gives the lease back with nothing said of how it went; nothing changes if it is another's by now. */
export const releaseLease = (queries: Queries, { userId, itemId, token }: Lease) =>
  queries.run(owned`
    update items
    set
      lease_until = null,
      sync_state = 'idle'
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}`);

/** How a sync that failed leaves its item. */
export interface FailedSync {
  state: 'idle' | 'retrying';
  /** Null leaves the connection's health as it was. */
  health: 'login_required' | 'revoked' | 'removed' | 'error' | null;
  /** The kind of fault; its sentence is made when it is shown. */
  error: string;
  retryInSeconds: number | null;
}

/** Ends a sync that failed; false, and nothing changed, if somebody else has taken the lease. */
export const failSync = async (
  queries: Queries,
  { userId, itemId, token }: Lease,
  failed: FailedSync,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      sync_state = ${failed.state},
      sync_error = ${failed.error},
      sync_failures = sync_failures + 1,
      sync_retry_at = now() + make_interval(secs => ${failed.retryInSeconds}::double precision),
      health = coalesce(${failed.health}, health),
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}`)) === 1;
