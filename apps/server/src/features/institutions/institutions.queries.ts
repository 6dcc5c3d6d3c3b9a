import { type AccountRow, accountColumns } from '../../domain/account-rows.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** The accounts of one institution. */
export const listAccountsOf = (queries: Queries, userId: UserId, itemId: string) =>
  queries.rows<AccountRow>(owned`
    select ${accountColumns}
    from accounts a
    join items i
      on i.user_id = a.user_id
      and i.id = a.item_id
    where a.user_id = ${userId}
      and a.item_id = ${itemId}
    order by a.created_at, a.id`);

/** What one sync brought; `error` is the kind of fault. */
export interface RunRow {
  finished_at: Date;
  added: number;
  modified: number;
  removed: number;
  error: string | null;
  accounts: LoggedAccount[];
}

/** What a sync changed of one account (by our id), by name; `before` is empty for a new one. */
export interface LoggedAccount {
  account: string;
  before: LoggedFacts;
  after: LoggedFacts;
}

/** Balances and the limit: decimal text; closed: 'true' or 'false'. */
type LoggedFacts = Partial<
  Record<
    'name' | 'mask' | 'type' | 'subtype' | 'current' | 'available' | 'limit' | 'closed',
    string | null
  >
>;

/** The newest syncs of an institution, newest first. */
export const listRuns = (queries: Queries, userId: UserId, itemId: string, limit: number) =>
  queries.rows<RunRow>(owned`
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

/** What the user has decided about the accounts of an institution, newest first. */
export const listDecisions = (queries: Queries, userId: UserId, itemId: string, limit: number) =>
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

/** The banks where our access was withdrawn of late, and that were not linked again since; newest first. */
export const listWithdrawn = (queries: Queries, userId: UserId) =>
  queries.rows<{ institution_name: string; at: Date }>(owned`
    select
      gone.detail as institution_name,
      max(gone.at) as at
    from activity gone
    where gone.user_id = ${userId}
      and gone.event = 'access_withdrawn'
      and gone.at > now() - interval '30 days'
      and not exists (
        select 1
        from activity again
        where again.user_id = ${userId}
          and again.event = 'institution_linked'
          and again.detail = gone.detail
          and again.at > gone.at
      )
    group by gone.detail
    order by
      max(gone.at) desc,
      gone.detail`);

/**
 * Notes that the user wants an institution unlinked: no sync of it begins any more, and what one has
 * under way is not written. False if there is none.
 */
export const markUnlinking = async (
  queries: Queries,
  userId: UserId,
  itemId: string,
): Promise<boolean> =>
  (await queries.run(owned`
    update items
    set
      unlink_asked_at = coalesce(unlink_asked_at, now()),
      health = 'removed',
      sync_state = 'idle',
      sync_error = null,
      sync_retry_at = null,
      lease_token = lease_token + 1,
      lease_until = null
    where user_id = ${userId}
      and id = ${itemId}`)) === 1;
