import type { Queries } from '../../../platform/database/database.ts';
import { fragment, owned } from '../../../platform/database/owned-sql.ts';
import type { StreamRecord } from '../../../providers/plaid/map-streams.ts';
import type { ItemKey } from '../lease.queries.ts';

/** Selects the provider's streams, each with its account in Cairn. */
const selectReported = ({ userId, itemId }: ItemKey, streams: readonly StreamRecord[]) => fragment`
  select
    a.user_id,
    a.id as account_id,
    s.*
  from jsonb_to_recordset(${JSON.stringify(streams)}::jsonb) as s (
    id uuid, provider_stream_id text, provider_account_id text, stream_type text, description text,
    merchant_name text, provider_category text, frequency text, average_amount numeric,
    last_amount numeric, currency text, first_date date, last_date date, predicted_next_date date,
    is_active boolean, is_tombstoned boolean, transaction_ids jsonb
  )
  join accounts a
    on a.user_id = ${userId}
    and a.item_id = ${itemId}
    and a.provider_account_id = s.provider_account_id`;

/**
 * Writes the provider's streams of an item. The user's settings are kept. A stream that the provider no longer reports
 * is marked as removed and kept too.
 */
export async function writeStreams(
  queries: Queries,
  key: ItemKey,
  streams: readonly StreamRecord[],
): Promise<void> {
  await adoptStreams(queries, key, streams);
  await upsertStreams(queries, key, streams);
  await markRemoved(queries, key, streams);
  await writeStreamTransactions(queries, key, streams);
}

/**
 * Gives an existing stream a new provider id. Providers change the id now and then, and always when a bank is linked
 * again. A new stream is matched one to one with one that is no longer reported, by account, direction, frequency, and
 * description, so that the user's settings are kept.
 */
const adoptStreams = (queries: Queries, key: ItemKey, streams: readonly StreamRecord[]) =>
  queries.run(owned`
    with reported as (
      ${selectReported(key, streams)}
    ),
    arriving as (
      select
        r.*,
        row_number() over (
          partition by r.account_id, r.stream_type, r.frequency, r.description
          order by r.provider_stream_id
        ) as position
      from reported r
      where not exists (
        select 1
        from recurring_streams existing
        where existing.user_id = ${key.userId}
          and existing.account_id = r.account_id
          and existing.provider_stream_id = r.provider_stream_id
      )
    ),
    orphaned as (
      select
        s.id,
        s.account_id,
        s.stream_type,
        s.frequency,
        s.description,
        row_number() over (
          partition by s.account_id, s.stream_type, s.frequency, s.description
          order by
            s.removed_at desc nulls first,
            s.id
        ) as position
      from recurring_streams s
      where s.user_id = ${key.userId}
        and not exists (
          select 1
          from reported r
          where r.account_id = s.account_id
            and r.provider_stream_id = s.provider_stream_id
        )
    )
    update recurring_streams
    set provider_stream_id = arriving.provider_stream_id
    from orphaned
    join arriving using (account_id, stream_type, frequency, description, position)
    where recurring_streams.user_id = ${key.userId}
      and recurring_streams.id = orphaned.id`);

const upsertStreams = (queries: Queries, key: ItemKey, streams: readonly StreamRecord[]) =>
  queries.run(owned`
    insert into recurring_streams (
      user_id, id, account_id, provider_stream_id, stream_type, description, merchant_name,
      provider_category, frequency, average_amount, last_amount, currency, first_date, last_date,
      predicted_next_date, is_active, is_tombstoned
    )
    select
      user_id, id, account_id, provider_stream_id, stream_type, description, merchant_name,
      provider_category, frequency, average_amount, last_amount, currency, first_date, last_date,
      predicted_next_date, is_active, is_tombstoned
    from (
      ${selectReported(key, streams)}
    ) reported
    where user_id = ${key.userId}
    on conflict (user_id, account_id, provider_stream_id) do update
    set
      stream_type = excluded.stream_type,
      description = excluded.description,
      merchant_name = excluded.merchant_name,
      provider_category = excluded.provider_category,
      frequency = excluded.frequency,
      average_amount = excluded.average_amount,
      last_amount = excluded.last_amount,
      currency = excluded.currency,
      first_date = excluded.first_date,
      last_date = excluded.last_date,
      predicted_next_date = excluded.predicted_next_date,
      is_active = excluded.is_active,
      is_tombstoned = excluded.is_tombstoned,
      removed_at = null`);

const markRemoved = (queries: Queries, key: ItemKey, streams: readonly StreamRecord[]) =>
  queries.run(owned`
    with reported as (
      ${selectReported(key, streams)}
    )
    update recurring_streams
    set removed_at = now()
    from accounts a
    where recurring_streams.user_id = ${key.userId}
      and recurring_streams.removed_at is null
      and a.user_id = recurring_streams.user_id
      and a.id = recurring_streams.account_id
      and a.item_id = ${key.itemId}
      and not exists (
        select 1
        from reported r
        where r.account_id = recurring_streams.account_id
          and r.provider_stream_id = recurring_streams.provider_stream_id
      )`);

/** Writes which transactions belong to the reported streams. Removed streams keep their transactions. */
async function writeStreamTransactions(
  queries: Queries,
  key: ItemKey,
  streams: readonly StreamRecord[],
): Promise<void> {
  await queries.run(owned`
    with reported as (
      ${selectReported(key, streams)}
    ),
    assigned as (
      -- A transaction that is in two streams is assigned to the first one.
      select distinct on (ids.provider_transaction_id)
        ids.provider_transaction_id,
        s.id as stream_id
      from reported r
      join recurring_streams s
        on s.user_id = ${key.userId}
        and s.account_id = r.account_id
        and s.provider_stream_id = r.provider_stream_id
      cross join lateral jsonb_array_elements_text(r.transaction_ids) as ids (provider_transaction_id)
      order by
        ids.provider_transaction_id,
        s.id
    ),
    deleted as (
      delete from stream_transactions
      where user_id = ${key.userId}
        and stream_id in (
          select s.id
          from recurring_streams s
          join reported r
            on r.account_id = s.account_id
            and r.provider_stream_id = s.provider_stream_id
          where s.user_id = ${key.userId}
        )
        and provider_transaction_id not in (
          select provider_transaction_id
          from assigned
        )
    )
    insert into stream_transactions (user_id, provider_transaction_id, stream_id)
    select
      ${key.userId},
      provider_transaction_id,
      stream_id
    from assigned
    on conflict (user_id, provider_transaction_id) do update
    set stream_id = excluded.stream_id
    where stream_transactions.stream_id <> excluded.stream_id`);
}
