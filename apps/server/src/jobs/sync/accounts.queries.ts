import type { Sql } from 'sql-template-tag';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { fragment, owned } from '../../platform/owned-sql.ts';
import type { AccountRecord } from '../../providers/plaid/map.ts';
import type { ItemKey } from './lease.queries.ts';
import { whatDiffers } from './log.queries.ts';

/** What a sync changed of one account, by name: what it was, and what it became. */
export interface AccountChange {
  account: string;
  /** Empty for an account that is new. */
  before: Record<string, string | null>;
  after: Record<string, string | null>;
}

/** What the log tells of an account. */
const toldOf = (account: Sql): Sql => fragment`
  jsonb_build_object(
    'name', ${account}.name,
    'mask', ${account}.mask,
    'type', ${account}.type,
    'subtype', ${account}.subtype,
    'current', ${account}.current_balance::text,
    'available', ${account}.available_balance::text,
    'limit', ${account}.credit_limit::text
  )`;

/** Writes what the provider says of accounts. What the user says of them stays. Answers what changed. */
export const upsertAccounts = (
  queries: Queries,
  { userId, itemId }: ItemKey,
  accounts: readonly AccountRecord[],
) =>
  queries.rows<AccountChange>(owned`
    with sent as (
      select *
      from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as a (
        id uuid, provider_account_id text, type text, subtype text, name text, official_name text,
        mask text, currency text, current_balance numeric, available_balance numeric,
        credit_limit numeric
      )
    ),
    known as (
      select a.*
      from accounts a
      join sent
        on sent.provider_account_id = a.provider_account_id
      where a.user_id = ${userId}
    ),
    written as (
      insert into accounts (
        user_id, id, item_id, provider_account_id, type, subtype, name, official_name, mask, currency,
        current_balance, available_balance, credit_limit, balances_as_of
      )
      select
        ${userId}, a.id, ${itemId}, a.provider_account_id, a.type, a.subtype, a.name,
        a.official_name, a.mask, a.currency, a.current_balance, a.available_balance, a.credit_limit,
        now()
      from sent a
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
        balances_as_of = excluded.balances_as_of,
        closed_at = null
      returning *
    )
    select
      written.id as account,
      case when known.id is null then '{}'::jsonb else difference.before end as before,
      case when known.id is null then ${toldOf(fragment`written`)} else difference.after end as after
    from written
    left join known
      on known.id = written.id
    ${whatDiffers(toldOf(fragment`known`), toldOf(fragment`written`))}
    where known.id is null
      or difference.after <> '{}'
    order by
      written.name,
      written.id`);

/**
 * Notes which accounts of an item the bank lists no more (`listed`: the provider's ids of those that it does):
 * they are closed, or not shared any more. Nothing is in them from then on; their rows stay.
 */
export const closeUnlisted = (
  queries: Queries,
  { userId, itemId }: ItemKey,
  listed: readonly string[],
) =>
  queries.run(owned`
    update accounts
    set
      closed_at = coalesce(closed_at, now()),
      current_balance = case when current_balance is not null then 0 end,
      available_balance = case when available_balance is not null then 0 end,
      balances_as_of = coalesce(closed_at, now())
    where user_id = ${userId}
      and item_id = ${itemId}
      and provider_account_id <> all(${listed}::text[])`);

/** An account that has rows and is in no list of the provider's. */
export interface UnlistedAccount {
  /** An id for it if it is new. */
  id: string;
  provider_account_id: string;
  currency: string;
}

/** Keeps a place for the rows of unlisted accounts until a list names them; known ones stay as they are. */
export const insertUnlisted = (
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

/** The balance of every account of an item on a day (ISO, UTC); the last sync of a day wins. */
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

/** Forgets the balances that an item's accounts had: what was made up anew has no past but its rows. */
export const forgetSnapshots = (queries: Queries, { userId, itemId }: ItemKey) =>
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
 * Marks accounts that repeat one of another item: same institution, mask, subtype and name; the one
 * linked first counts. Answers the accounts whose mark changed.
 */
export const markDuplicates = (queries: Queries, userId: UserId) =>
  queries.rows<{ id: string }>(owned`
    update accounts
    set duplicate_of = found.original_id
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
    ) found
    where accounts.user_id = ${userId}
      and accounts.id = found.id
      and accounts.duplicate_of is distinct from found.original_id
    returning accounts.id`);

/** Keeps how many rows each account lists, so that the number of pages needs no counting. */
export const recountListed = (queries: Queries, { userId, itemId }: ItemKey) =>
  queries.run(owned`
    update accounts
    set listed_count = (
      select count(*)
      from transactions t
      where t.user_id = ${userId}
        and t.account_id = accounts.id
        and t.removed_at is null
        and not t.superseded
    )
    where user_id = ${userId}
      and item_id = ${itemId}`);
