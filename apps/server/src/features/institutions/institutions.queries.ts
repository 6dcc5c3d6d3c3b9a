import { type AccountRow, accountColumns } from '../../domain/balances/account-rows.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned, transactionTime } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** Lists the accounts of an item. */
export const listItemAccounts = (queries: Queries, userId: UserId, itemId: string) =>
  queries.rows<AccountRow>(owned`
    select ${accountColumns}
    from accounts a
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where a.user_id = ${userId}
      and a.item_id = ${itemId}
    order by a.created_at, a.id`);

/** The result of one sync. `error` is the kind of error. */
export interface SyncRunRow {
  finished_at: Date;
  added: number;
  modified: number;
  removed: number;
  error: string | null;
  accounts: AccountChange[];
}

/** The fields that a sync changed on one account (Cairn's id). `before` is empty for a new account. */
export interface AccountChange {
  account: string;
  before: AccountFields;
  after: AccountFields;
}

/** Balances and the limit are decimal text, `closed` is 'true' or 'false'. */
type AccountFields = Partial<
  Record<
    'name' | 'mask' | 'type' | 'subtype' | 'current' | 'available' | 'limit' | 'closed',
    string | null
  >
>;

/** Lists an item's newest syncs, newest first. */
export const listSyncRuns = (queries: Queries, userId: UserId, itemId: string, limit: number) =>
  queries.rows<SyncRunRow>(owned`
    select
      finished_at,
      added,
      modified,
      removed,
      error,
      accounts
    from sync_runs
    where user_id = ${userId}
      and item_id = ${itemId}
    order by finished_at desc
    limit ${limit}`);

/** Lists the user's changes to an item's accounts, newest first. */
export const listAccountDecisions = (
  queries: Queries,
  userId: UserId,
  itemId: string,
  limit: number,
) =>
  queries.rows<{
    at: Date;
    account_id: string;
    name: string;
    event: 'renamed' | 'name_restored' | 'hidden' | 'shown';
    before: string | null;
    after: string | null;
  }>(owned`
    select
      e.at,
      a.provider_account_id as account_id,
      coalesce(a.custom_name, a.name) as name,
      e.event,
      e.before,
      e.after
    from accounts a
    join account_events e
      on e.user_id = a.user_id
      and e.account_id = a.id
    where a.user_id = ${userId}
      and a.item_id = ${itemId}
    order by
      e.at desc,
      e.event
    limit ${limit}`);

/** Lists the banks where the user withdrew our access in the last 30 days and has not linked again, newest first. */
export const listWithdrawnAccess = (queries: Queries, userId: UserId) =>
  queries.rows<{ institution_name: string; at: Date }>(owned`
    select
      withdrawal.detail as institution_name,
      max(withdrawal.at) as at
    from activity withdrawal
    where withdrawal.user_id = ${userId}
      and withdrawal.event = 'access_withdrawn'
      and withdrawal.at > now() - interval '30 days'
      and not exists (
        select 1
        from activity link
        where link.user_id = ${userId}
          and link.event = 'institution_linked'
          and link.detail = withdrawal.detail
          and link.at > withdrawal.at
      )
    group by withdrawal.detail
    order by
      max(withdrawal.at) desc,
      withdrawal.detail`);

/**
 * Marks an item as being unlinked: no further sync starts, and a running one cannot write its result. Returns
 * false if there is no such item.
 */
export const markUnlinkRequested = async (
  queries: Queries,
  userId: UserId,
  itemId: string,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      unlink_requested_at = coalesce(unlink_requested_at, ${transactionTime}),
      health = 'removed',
      sync_state = 'idle',
      sync_error = null,
      sync_retry_at = null,
      lease_token = lease_token + 1,
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}`)) === 1;
