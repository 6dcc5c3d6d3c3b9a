import type { BrokenHealth, SyncState } from '../../domain/items/item-state.ts';
import type { Product } from '../../domain/items/products.ts';
import type { Queries } from '../../platform/database/database.ts';
import { fragment, owned, transactionTime } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** Identifies an item of a user. */
export interface ItemKey {
  userId: UserId;
  itemId: string;
}

/** The right to write one item, until another worker acquires it. */
export interface Lease extends ItemKey {
  token: number;
}

/** What a sync needs to know about its item. */
export interface LeasedItem {
  token: number;
  cursor: string | null;
  access_token_sealed: string;
  /** The aggregator's ID. Null until the institution has been fetched. */
  institution_id: string | null;
  institution_name: string;
  failures: number;
  /** False until the institution has been fetched from the aggregator and the webhook URL has been set there. */
  setup_complete: boolean;
  /** The products that the last sync did not get because the user has not consented at the bank. */
  missing_consents: Product[];
}

/** Seconds until a lease expires unless it is renewed. A dead worker blocks its item for at most this long. */
const leaseSeconds = 20;

/**
 * Acquires the lease on an item, with a token higher than any earlier one. Undefined if a live worker has it. The lease
 * is stored in columns of the row, because a session-level lock doesn't work behind a connection pooler. While the
 * final write locks the row, the lease can't be acquired even if it has expired.
 */
export const acquireLease = (queries: Queries, { userId, itemId }: ItemKey) =>
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
      institution_id,
      institution_name,
      sync_failures as failures,
      setup_complete,
      missing_consents`);

/** True if the item exists and can be synced. If its lease still can't be acquired, another sync has it. */
export const canSync = async (queries: Queries, { userId, itemId }: ItemKey): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from items
    where user_id = ${userId}
      and id = ${itemId}
      and health not in ('removed', 'revoked')`)) !== undefined;

/** Assigns the columns of `items` that renew a lease and record the progress. `added`: rows received so far. */
export const renewedColumns = (added: number) => fragment`
  lease_until = now() + make_interval(secs => ${leaseSeconds}),
  sync_added = ${added}`;

/** Renews the lease and records the progress. Does nothing if the lease is lost. */
export const renewLease = (queries: Queries, { userId, itemId, token }: Lease, added: number) =>
  queries.run(owned`
    update items
    set ${renewedColumns(added)}
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}`);

/** Locks the item for the final write. False if the lease is lost. */
export const lockLeasedItem = async (
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

/** A consent warning outlasts a successful sync, unless the end of the consent has passed. */
const isExpiring = fragment`health = 'consent_expiring' and coalesce(consent_ends_at > ${transactionTime}, true)`;

/** Ends a successful sync. Runs in the transaction that writes the rows, so that rows and cursor change together. */
export const finishSync = (
  queries: Queries,
  { userId, itemId }: Lease,
  result: { cursor: string; added: number; missingConsents: readonly Product[] },
) =>
  queries.run(owned`
    update items
    set
      cursor = ${result.cursor},
      missing_consents = ${result.missingConsents}::text[],
      sync_added = ${result.added},
      sync_state = 'idle',
      sync_error = case when ${isExpiring} then sync_error end,
      sync_failures = 0,
      health = case when ${isExpiring} then health else 'ok' end,
      notified_health = case when ${isExpiring} then notified_health end,
      last_synced_at = now(),
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}`);

/** Stores the institution of an item and marks its setup as complete. */
export const markSetupComplete = (
  queries: Queries,
  { userId, itemId, token }: Lease,
  { institutionId, institutionName }: { institutionId: string | null; institutionName: string },
) =>
  queries.run(owned`
    update items
    set
      institution_id = ${institutionId},
      institution_name = ${institutionName},
      setup_complete = true
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}`);

/** Releases the lease without recording a result. Does nothing if the lease is lost. */
export const releaseLease = (queries: Queries, { userId, itemId, token }: Lease) =>
  queries.run(owned`
    update items
    set
      lease_until = null,
      sync_state = 'idle'
    where user_id = ${userId}
      and id = ${itemId}
      and lease_token = ${token}`);

/** The state of an item after a failed sync. */
export interface FailedSync {
  state: Extract<SyncState, 'idle' | 'retrying'>;
  /** Null leaves the item's health as it was. */
  health: BrokenHealth | null;
  /** The kind of error. The message is composed when it is shown. */
  error: string;
  retryInSeconds: number | null;
}

/** Ends a failed sync. False, with nothing changed, if the lease is lost. */
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
