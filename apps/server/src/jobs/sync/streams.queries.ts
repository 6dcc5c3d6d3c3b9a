import type { Queries } from '../../platform/database.ts';
import { fragment, owned } from '../../platform/owned-sql.ts';
import type { StreamRecord } from '../../providers/plaid/map-streams.ts';
import type { ItemKey } from './lease.queries.ts';

/** What the provider tells of streams, each at its account here. */
const told = ({ userId, itemId }: ItemKey, streams: readonly StreamRecord[]) => fragment`
  select
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
 * Writes what the provider tells of an item's streams. What the user said of them stays; a stream that
 * is no longer told of stays too, marked as gone.
 */
export async function writeStreams(
  queries: Queries,
  key: ItemKey,
  streams: readonly StreamRecord[],
): Promise<void> {
  await takeOverStreams(queries, key, streams);
  await upsertStreams(queries, key, streams);
  await markGone(queries, key, streams);
  await writeRelations(queries, key, streams);
}

/**
 * The provider gives a stream another id now and then, and always when a bank is linked again. One that is
 * not told of any more hands its place, with what the user said, to a new one of the same account,
 * direction, frequency and name, one for one.
 */
const takeOverStreams = (queries: Queries, key: ItemKey, streams: readonly StreamRecord[]) =>
  queries.run(owned`
    with told as (
      ${told(key, streams)}
    ),
    arriving as (
      select
        t.*,
        row_number() over (
          partition by t.account_id, t.stream_type, t.frequency, t.description
          order by t.provider_stream_id
        ) as place
      from told t
      where not exists (
        select 1
        from recurring_streams known
        where known.user_id = ${key.userId}
          and known.account_id = t.account_id
          and known.provider_stream_id = t.provider_stream_id
      )
    ),
    left_behind as (
      select
        s.id,
        s.account_id,
        s.stream_type,
        s.frequency,
        s.description,
        row_number() over (
          partition by s.account_id, s.stream_type, s.frequency, s.description
          order by
            s.gone_at desc nulls first,
            s.id
        ) as place
      from recurring_streams s
      where s.user_id = ${key.userId}
        and not exists (
          select 1
          from told t
          where t.account_id = s.account_id
            and t.provider_stream_id = s.provider_stream_id
        )
    )
    update recurring_streams
    set provider_stream_id = arriving.provider_stream_id
    from left_behind
    join arriving using (account_id, stream_type, frequency, description, place)
    where recurring_streams.user_id = ${key.userId}
      and recurring_streams.id = left_behind.id`);

const upsertStreams = (queries: Queries, key: ItemKey, streams: readonly StreamRecord[]) =>
  queries.run(owned`
    insert into recurring_streams (
      user_id, id, account_id, provider_stream_id, stream_type, description, merchant_name,
      provider_category, frequency, average_amount, last_amount, currency, first_date, last_date,
      predicted_next_date, is_active, is_tombstoned
    )
    select
      ${key.userId}, id, account_id, provider_stream_id, stream_type, description, merchant_name,
      provider_category, frequency, average_amount, last_amount, currency, first_date, last_date,
      predicted_next_date, is_active, is_tombstoned
    from (
      ${told(key, streams)}
    ) told
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
      gone_at = null`);

const markGone = (queries: Queries, key: ItemKey, streams: readonly StreamRecord[]) =>
  queries.run(owned`
    with told as (
      ${told(key, streams)}
    )
    update recurring_streams
    set gone_at = now()
    from accounts a
    where recurring_streams.user_id = ${key.userId}
      and recurring_streams.gone_at is null
      and a.user_id = recurring_streams.user_id
      and a.id = recurring_streams.account_id
      and a.item_id = ${key.itemId}
      and not exists (
        select 1
        from told t
        where t.account_id = recurring_streams.account_id
          and t.provider_stream_id = recurring_streams.provider_stream_id
      )`);

/** The rows of each stream that is told of. One that is gone keeps those that it had. */
async function writeRelations(
  queries: Queries,
  key: ItemKey,
  streams: readonly StreamRecord[],
): Promise<void> {
  await queries.run(owned`
    with told as (
      ${told(key, streams)}
    ),
    named as (
      -- Should two name one row, the first does.
      select distinct on (r.provider_transaction_id)
        r.provider_transaction_id,
        s.id as stream_id
      from told t
      join recurring_streams s
        on s.user_id = ${key.userId}
        and s.account_id = t.account_id
        and s.provider_stream_id = t.provider_stream_id
      cross join lateral jsonb_array_elements_text(t.transaction_ids) as r (provider_transaction_id)
      order by
        r.provider_transaction_id,
        s.id
    ),
    dropped as (
      delete from stream_transactions
      where user_id = ${key.userId}
        and stream_id in (
          select s.id
          from recurring_streams s
          join told t
            on t.account_id = s.account_id
            and t.provider_stream_id = s.provider_stream_id
          where s.user_id = ${key.userId}
        )
        and provider_transaction_id not in (
          select provider_transaction_id
          from named
        )
    )
    insert into stream_transactions (user_id, provider_transaction_id, stream_id)
    select
      ${key.userId},
      provider_transaction_id,
      stream_id
    from named
    on conflict (user_id, provider_transaction_id) do update
    set stream_id = excluded.stream_id
    where stream_transactions.stream_id <> excluded.stream_id`);
}
