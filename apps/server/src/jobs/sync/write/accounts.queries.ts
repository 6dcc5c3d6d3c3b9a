import type { Queries } from '../../../platform/database/database.ts';
import { owned, transactionTime } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { AccountRecord } from '../../../providers/plaid/map.ts';
import type { ItemKey } from '../lease.queries.ts';

/** The fields of an account that its history records. Balances and the limit are decimal strings. */
export type AccountFacts = Record<string, string | null>;

/** Reads the recorded fields of an item's accounts by account id, ordered by name. */
export const readAccountFacts = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
): Promise<Map<string, AccountFacts>> => {
  const rows = await queries.rows<{ id: string; facts: AccountFacts }>(owned`
    select
      id,
      jsonb_build_object(
        'name', name,
        'mask', mask,
        'type', type,
        'subtype', subtype,
        'current', current_balance::text,
        'available', available_balance::text,
        'limit', credit_limit::text,
        'closed', (closed_at is not null)::text
      ) as facts
    from accounts
    where user_id = ${userId}
      and item_id = ${itemId}
    order by
      name,
      id`);
  return new Map(rows.map(({ id, facts }) => [id, facts]));
};

/** Writes the provider's accounts. The user's settings are kept. */
export const upsertAccounts = (
  queries: Queries,
  { userId, itemId }: ItemKey,
  accounts: readonly AccountRecord[],
) =>
  queries.run(owned`
    insert into accounts (
      user_id, id, item_id, provider_account_id, type, subtype, name, official_name, mask, currency,
      current_balance, available_balance, credit_limit, balances_as_of
    )
    select
      ${userId}, a.id, ${itemId}, a.provider_account_id, a.type, a.subtype, a.name,
      a.official_name, a.mask, a.currency, a.current_balance, a.available_balance, a.credit_limit,
      now()
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as a (
      id uuid, provider_account_id text, type text, subtype text, name text, official_name text,
      mask text, currency text, current_balance numeric, available_balance numeric,
      credit_limit numeric
    )
    on conflict (user_id, provider_account_id) do update
    set
      type = excluded.type,
      subtype = excluded.subtype,
      name = excluded.name,
      official_name = excluded.official_name,
      mask = excluded.mask,
      currency = excluded.currency,
      current_balance = excluded.current_balance,
      available_balance = excluded.available_balance,
      credit_limit = excluded.credit_limit,
      balances_as_of = excluded.balances_as_of`);

/**
 * Updates which accounts of an item are closed. `listed` has the provider's ids of the open ones. All others are
 * closed or no longer shared: their balance becomes 0, and their transactions are kept.
 */
export const updateClosedAccounts = async (
  queries: Queries,
  { userId, itemId }: ItemKey,
  listed: readonly string[],
): Promise<void> => {
  await queries.run(owned`
    update accounts
    set closed_at = null
    where user_id = ${userId}
      and item_id = ${itemId}
      and closed_at is not null
      and provider_account_id = any(${listed}::text[])`);
  await queries.run(owned`
    update accounts
    set
      closed_at = coalesce(closed_at, ${transactionTime}),
      current_balance = case when current_balance is not null then 0 end,
      available_balance = case when available_balance is not null then 0 end,
      balances_as_of = coalesce(closed_at, ${transactionTime})
    where user_id = ${userId}
      and item_id = ${itemId}
      and provider_account_id <> all(${listed}::text[])`);
};

/** An account that has transactions but is missing from the provider's account lists. */
export interface UnlistedAccount {
  /** The id to use if the account is new. */
  id: string;
  provider_account_id: string;
  currency: string;
}

/** Inserts placeholders for unlisted accounts, until a list has their details. Existing ones are not changed. */
export const insertUnlistedAccounts = (
  queries: Queries,
  { userId, itemId }: ItemKey,
  accounts: readonly UnlistedAccount[],
) =>
  queries.run(owned`
    insert into accounts (user_id, id, item_id, provider_account_id, type, name, currency)
    select
      ${userId}, a.id, ${itemId}, a.provider_account_id, 'other', 'Unlisted account', a.currency
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as a (
      id uuid, provider_account_id text, currency text
    )
    on conflict (user_id, provider_account_id) do nothing`);

/** Records the balances of an item's accounts on a day (ISO, UTC). The last sync of a day wins. */
export const snapshotBalances = (queries: Queries, { userId, itemId }: ItemKey, day: string) =>
  queries.run(owned`
    insert into balance_snapshots (user_id, account_id, day, current_balance, available_balance)
    select
      user_id,
      id,
      ${day}::date,
      current_balance,
      available_balance
    from accounts
    where user_id = ${userId}
      and item_id = ${itemId}
    on conflict (user_id, account_id, day) do update
    set
      current_balance = excluded.current_balance,
      available_balance = excluded.available_balance`);

/** Deletes the balance snapshots of an item. Used for the demo, whose generated history replaces them. */
export const deleteSnapshots = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    delete from balance_snapshots
    where user_id = ${userId}
      and account_id in (
        select id
        from accounts
        where user_id = ${userId}
          and item_id = ${itemId}
      )`);

/**
 * Marks duplicate accounts: those with the same institution, mask, subtype, and name as an account that was added
 * earlier through another item. Returns the accounts whose mark changed.
 */
export const markDuplicates = (queries: Queries, userId: UserId) =>
  queries.rows<{ id: string }>(owned`
    update accounts
    set duplicate_of = marks.original_id
    from (
      select
        a.id,
        original.id as original_id
      from accounts a
      join items i
        on i.user_id = a.user_id
        and i.id = a.item_id
      left join lateral (
        select o.id
        from accounts o
        join items oi
          on oi.user_id = o.user_id
          and oi.id = o.item_id
        where o.user_id = ${userId}
          and o.item_id <> a.item_id
          and oi.institution_id = i.institution_id
          and o.mask = a.mask
          and o.subtype = a.subtype
          and o.name = a.name
          and o.id < a.id
        order by o.id
        limit 1
      ) original on true
      where a.user_id = ${userId}
    ) marks
    where accounts.user_id = ${userId}
      and accounts.id = marks.id
      and accounts.duplicate_of is distinct from marks.original_id
    returning accounts.id`);

/** Stores how many transactions each account lists, so that page counts need no query over them. */
export const updateListedCounts = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    with listed as (
      select
        t.account_id,
        count(*) as rows
      from transactions t
      join accounts a
        on a.user_id = t.user_id
        and a.id = t.account_id
        and a.item_id = ${itemId}
      where t.user_id = ${userId}
        and t.removed_at is null
        and not t.superseded
      group by t.account_id
    )
    update accounts
    set listed_count = coalesce(
      (select listed.rows from listed where listed.account_id = accounts.id),
      0
    )
    where user_id = ${userId}
      and item_id = ${itemId}`);
