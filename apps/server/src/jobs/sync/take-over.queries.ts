import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { ItemKey, Lease } from './lease.queries.ts';
import { latestStaged } from './write-staged.queries.ts';

/**
 * A bank that is linked again after its connection was gone brings the same accounts under new ids. Each
 * takes the place of its predecessor: same institution, subtype, name and mask, one for one. So what the
 * user decided, and history that the bank no longer sends, stays with it. Answers the connections that
 * accounts were taken over from.
 */
export async function takeOverAccounts(
  queries: Queries,
  { userId, itemId }: ItemKey,
  arriving: readonly AccountRecord[],
): Promise<string[]> {
  const taken = await queries.rows<{ account_id: string; from_item: string }>(owned`
    with arriving as (
      select
        a.*,
        row_number() over (
          partition by a.subtype, a.name, a.mask
          order by a.provider_account_id
        ) as place
      from jsonb_to_recordset(${JSON.stringify(arriving)}::jsonb) as a (
        provider_account_id text, subtype text, name text, mask text
      )
      where not exists (
        select 1
        from accounts known
        where known.user_id = ${userId}
          and known.provider_account_id = a.provider_account_id
      )
    ),
    left_behind as (
      select
        a.id,
        a.item_id,
        a.subtype,
        a.name,
        a.mask,
        row_number() over (
          partition by a.subtype, a.name, a.mask
          order by a.id
        ) as place
      from items own
      join items gone
        on gone.user_id = own.user_id
        and gone.institution_id = own.institution_id
        and gone.health in ('removed', 'revoked')
        and gone.id <> own.id
      join accounts a
        on a.user_id = gone.user_id
        and a.item_id = gone.id
      where own.user_id = ${userId}
        and own.id = ${itemId}
    )
    update accounts
    set
      item_id = ${itemId},
      provider_account_id = arriving.provider_account_id
    from left_behind
    join arriving
      on arriving.subtype is not distinct from left_behind.subtype
      and arriving.name = left_behind.name
      and arriving.mask is not distinct from left_behind.mask
      and arriving.place = left_behind.place
    where accounts.user_id = ${userId}
      and accounts.id = left_behind.id
    returning
      accounts.id as account_id,
      left_behind.item_id as from_item`);
  if (taken.length === 0) return [];
  await forgetSeen(
    queries,
    userId,
    taken.map(({ account_id }) => account_id),
  );
  return [...new Set(taken.map(({ from_item }) => from_item))];
}

/** Leases are counted by connection: what another one saw means nothing to this one. */
const forgetSeen = (queries: Queries, userId: UserId, accountIds: readonly string[]) =>
  queries.run(owned`
    update transactions
    set seen_by = 0
    where user_id = ${userId}
      and account_id = any(${accountIds}::uuid[])`);

/**
 * Drops a connection that is gone and whose accounts were all taken over; its history goes on with the
 * new one. One that is being unlinked still has a key to be given back, and goes by itself.
 */
export async function dropReplaced(
  queries: Queries,
  { userId, itemId }: ItemKey,
  goneId: string,
): Promise<void> {
  const dropped = await queries.row<{ provider_item_id: string }>(owned`
    delete from items
    where user_id = ${userId}
      and id = ${goneId}
      and unlink_asked_at is null
      and not exists (
        select 1
        from accounts
        where user_id = ${userId}
          and item_id = ${goneId}
      )
    returning provider_item_id`);
  if (dropped === undefined) return;
  await queries.run(owned`
    update sync_runs
    set item_id = ${itemId}
    where user_id = ${userId}
      and item_id = ${goneId}`);
  await queries.run(directory`
    delete from item_directory
    where provider_item_id = ${dropped.provider_item_id}`);
}

/**
 * A row that arrives under an id of the new connection, and is here already from the one before, takes
 * its place: same account, day, amount and name, one for one, those first that the user has decided on.
 */
export const takeOverRows = (queries: Queries, lease: Lease) => {
  const { userId, itemId } = lease;
  return queries.run(owned`
    with of_before as (
      select
        t.id,
        t.account_id,
        t.amount,
        t.currency,
        t.date,
        t.name,
        row_number() over (
          partition by t.account_id, t.amount, t.currency, t.date, t.name
          order by
            t.overridden_category is null,
            not t.user_excluded,
            t.id
        ) as place
      from transactions t
      join accounts a
        on a.user_id = t.user_id
        and a.id = t.account_id
        and a.item_id = ${itemId}
      where t.user_id = ${userId}
        and t.seen_by = 0
        and t.removed_at is null
        and not t.superseded
    ),
    latest as (
      ${latestStaged(lease)}
    ),
    arriving as (
      select
        l.provider_transaction_id,
        a.id as account_id,
        l.amount,
        l.currency,
        l.date,
        l.name,
        row_number() over (
          partition by a.id, l.amount, l.currency, l.date, l.name
          order by l.provider_transaction_id
        ) as place
      from latest l
      join accounts a
        on a.user_id = ${userId}
        and a.provider_account_id = l.provider_account_id
      where not exists (
        select 1
        from transactions known
        where known.user_id = ${userId}
          and known.provider_transaction_id = l.provider_transaction_id
      )
    )
    update transactions
    set provider_transaction_id = arriving.provider_transaction_id
    from of_before
    join arriving using (account_id, amount, currency, date, name, place)
    where transactions.user_id = ${userId}
      and transactions.id = of_before.id`);
};

/** Whether the connection has rows of one before that it has not sent itself. */
export const hasRowsOfBefore = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from transactions t
    join accounts a
      on a.user_id = t.user_id
      and a.id = t.account_id
      and a.item_id = ${itemId}
    where t.user_id = ${userId}
      and t.seen_by = 0
      and t.removed_at is null
    limit 1`)) !== undefined;

/**
 * Takes back rows of before that the bank did not send again, from the day on which what it sends begins:
 * pending ones that have posted since, say. What is older than that stays.
 */
export const removeOvertaken = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.rows<{ id: string }>(owned`
    with sent as (
      select
        a.id as account_id,
        min(t.date) as since
      from accounts a
      join transactions t
        on t.user_id = a.user_id
        and t.account_id = a.id
        and t.seen_by <> 0
      where a.user_id = ${userId}
        and a.item_id = ${itemId}
      group by a.id
    )
    update transactions
    set removed_at = now()
    from sent
    where transactions.user_id = ${userId}
      and transactions.account_id = sent.account_id
      and transactions.seen_by = 0
      and transactions.removed_at is null
      and transactions.date >= sent.since
    returning transactions.id`);
