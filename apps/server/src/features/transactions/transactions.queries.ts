import { dayHoldsText, rowHoldsText } from '../../domain/day-texts.queries.ts';
import { below, bounds, newestFirst, type PageOfRows } from '../../domain/pages.ts';
import { type TransactionTextRow, transactionTextColumns } from '../../domain/transaction-rows.ts';
import { type ExportedTransaction, exportedColumns } from '../../domain/transactions-file.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { fragment, owned, plannedAnew, type Statement } from '../../platform/owned-sql.ts';
import type { TransactionFilter } from './filter.ts';
import { choices, conditions } from './filter-conditions.queries.ts';

const nothing = fragment``;

/** A page of what a filter lets through. */
export const listPage = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  page: PageOfRows,
) =>
  queries.rows<TransactionTextRow>(
    filter.search === null
      ? owned`
          select ${transactionTextColumns}
          from counted_transactions t
          where t.user_id = ${userId}
            ${choices(filter)}
            ${newestFirst(page)}`
      : searchPage(userId, filter, filter.search, page),
  );

/**
 * The same where something is searched for. The newest days first, then the rows of each: left to itself, a
 * planner that thinks a third of all rows fit may look through all of them instead. `offset 0` holds it to that.
 */
const searchPage = (
  userId: UserId,
  filter: TransactionFilter,
  search: string,
  page: PageOfRows,
): Statement => owned`
  select ${transactionTextColumns}
  from day_texts d
  cross join lateral (
    select t.*
    from counted_transactions t
    where t.user_id = ${userId}
      and t.account_id = d.account_id
      and t.day = d.day
      and ${rowHoldsText(search)}
      ${choices(filter)}
    offset 0
  ) t
  where d.user_id = ${userId}
    and ${dayHoldsText(search)}
    ${page.after === null ? nothing : fragment`and d.day <= ${page.after.day}::date ${below(page.after)}`}
  order by d.day desc, t.id desc
  ${bounds(page)}`;

/** A page of everything, each row with how many there are in all: one round trip for both. */
export const listPageOfAll = (queries: Queries, userId: UserId, page: PageOfRows) =>
  queries.rows<TransactionTextRow & { listed: number }>(owned`
    select
      (
        select coalesce(sum(listed_count), 0)::integer
        from accounts
        where user_id = ${userId}
          and duplicate_of is null
      ) as listed,
      ${transactionTextColumns}
    from counted_transactions t
    where t.user_id = ${userId}
      ${newestFirst(page)}`);

/**
 * A page of what a filter lets through, for the file. A plan for anybody counts on the rows that a user
 * has on average, and sorts all of them for each page; one for this user follows the index.
 */
export const exportPage = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  page: PageOfRows,
) =>
  queries.rows<ExportedTransaction>(
    plannedAnew(owned`
      select ${exportedColumns}
      from counted_transactions t
      where t.user_id = ${userId}
        ${conditions(filter)}
        ${newestFirst(page)}`),
  );

/** How many rows a filter lets through. */
export const countFiltered = async (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
): Promise<number> => {
  const row = await queries.row<{ count: number }>(owned`
    select count(*) as count
    from counted_transactions t
    where t.user_id = ${userId}
      ${conditions(filter)}`);
  return row?.count ?? 0;
};

/** How many rows there are, from the counts that every sync keeps. */
export const countAll = async (queries: Queries, userId: UserId): Promise<number> => {
  const row = await queries.row<{ count: number }>(owned`
    select coalesce(sum(listed_count), 0)::integer as count
    from accounts
    where user_id = ${userId}
      and duplicate_of is null`);
  return row?.count ?? 0;
};

/** How many transactions a month has had up to a day. */
export const countBetween = async (
  queries: Queries,
  userId: UserId,
  from: string,
  to: string,
): Promise<number> => {
  const row = await queries.row<{ count: number }>(owned`
    select count(*) as count
    from counted_transactions t
    where t.user_id = ${userId}
      and t.day between ${from}::date and ${to}::date`);
  return row?.count ?? 0;
};

/** Whether all of these accounts, by the provider's ids, are the user's. */
export const ownsAccounts = async (
  queries: Queries,
  userId: UserId,
  providerAccountIds: readonly string[],
): Promise<boolean> => {
  const wanted = [...new Set(providerAccountIds)];
  const row = await queries.row<{ count: number }>(owned`
    select count(*) as count
    from accounts
    where user_id = ${userId}
      and provider_account_id = any(${wanted}::text[])`);
  return row?.count === wanted.length;
};

/**
 * Sets or removes (null) the user's category of a listed row, and notes it where it is not what it was;
 * answers false if there is no such row.
 */
export const overrideCategory = async (
  queries: Queries,
  userId: UserId,
  change: { id: string; category: string | null; group: string | null },
): Promise<boolean> =>
  (await queries.row(owned`
    with known as (
      select
        id,
        overridden_category,
        category,
        provider_category
      from transactions
      where user_id = ${userId}
        and id = ${change.id}
        and removed_at is null
        and not superseded
      for update
    ),
    told as (
      insert into transaction_events (user_id, transaction_id, event, before, after)
      select
        ${userId},
        id,
        'recategorized',
        jsonb_build_object('category', category, 'chosen', overridden_category is not null),
        jsonb_build_object(
          'category', coalesce(${change.category}::text, provider_category),
          'chosen', ${change.category}::text is not null
        )
      from known
      where overridden_category is distinct from ${change.category}::text
    )
    update transactions
    set
      overridden_category = ${change.category},
      overridden_group = ${change.group}
    from known
    where transactions.user_id = ${userId}
      and transactions.id = known.id
    returning transactions.id`)) !== undefined;

/**
 * Excludes or includes a listed row by the provider's id, and notes it where it is not what it was;
 * answers our id.
 */
export const setUserExcluded = (
  queries: Queries,
  userId: UserId,
  change: { providerTransactionId: string; excluded: boolean },
) =>
  queries.row<{ id: string }>(owned`
    with known as (
      select
        id,
        user_excluded
      from transactions
      where user_id = ${userId}
        and provider_transaction_id = ${change.providerTransactionId}
        and removed_at is null
        and not superseded
      for update
    ),
    told as (
      insert into transaction_events (user_id, transaction_id, event)
      select
        ${userId},
        id,
        case when ${change.excluded}::boolean then 'excluded' else 'included' end
      from known
      where user_excluded <> ${change.excluded}::boolean
    )
    update transactions
    set user_excluded = ${change.excluded}
    from known
    where transactions.user_id = ${userId}
      and transactions.id = known.id
    returning transactions.id`);
