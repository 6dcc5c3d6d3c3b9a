import type { Sql } from 'sql-template-tag';
import { holdsText } from '../../domain/day-texts.queries.ts';
import { mainCurrency } from '../../domain/main-currency.ts';
import type { MonthSumsRow } from '../../domain/month-sums.ts';
import { newestFirst, type PageOfRows } from '../../domain/pages.ts';
import { type TransactionTextRow, transactionTextColumns } from '../../domain/transaction-rows.ts';
import { type ExportedTransaction, exportedColumns } from '../../domain/transactions-file.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { fragment, owned, plannedAnew, type Statement } from '../../platform/owned-sql.ts';
import type { TransactionFilter } from './filter.ts';

const nothing = fragment``;

/** The conditions of a filter, each only where it filters: the planner sees what is asked for. */
const conditions = (filter: TransactionFilter): Sql => fragment`
  ${filter.from === null ? nothing : fragment`and t.day >= ${filter.from}::date`}
  ${filter.to === null ? nothing : fragment`and t.day <= ${filter.to}::date`}
  ${
    filter.categories === null
      ? nothing
      : fragment`and (
          t.category = any(${filter.categories}::text[])
          or t.category_group = any(${filter.categories}::text[])
        )`
  }
  ${
    filter.accounts === null
      ? nothing
      : fragment`and t.provider_account_id = any(${filter.accounts}::text[])`
  }
  ${filter.search === null ? nothing : fragment`and ${holdsText(filter.search)}`}`;

// A plan of a search for anybody may begin with all rows of an account.
const plannedForSearch = (filter: TransactionFilter, statement: Statement): Statement =>
  filter.search === null ? statement : plannedAnew(statement);

/** A page of what a filter lets through. */
export const listPage = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  page: PageOfRows,
) =>
  queries.rows<TransactionTextRow>(
    plannedForSearch(
      filter,
      owned`
        select ${transactionTextColumns}
        from counted_transactions t
        where t.user_id = ${userId}
          ${conditions(filter)}
          ${newestFirst(page)}`,
    ),
  );

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

/** What a filter lets through, added up. Money: decimal text. */
export interface SumsRow {
  count: number;
  spent: string;
  income: string;
  not_counted: number;
}

/** How many rows a filter lets through, and what was spent and earned by those that count on a day. */
export const sumFiltered = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  today: string,
) =>
  queries.row<SumsRow>(owned`
    select
      count(*) as count,
      coalesce(sum(t.amount) filter (where counts and t.side = 'spending'), 0) as spent,
      coalesce(-sum(t.amount) filter (where counts and t.side = 'income'), 0) as income,
      count(*) filter (where not counts) as not_counted
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    cross join lateral (
      select t.side is not null and t.currency = main.currency and t.day <= ${today}::date as counts
    ) verdict
    where t.user_id = ${userId}
      ${conditions(filter)}`);

/** Spent and earned per month that has rows which a filter lets through, between two days. */
export const sumFilteredByMonth = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  { from, to }: { from: string; to: string },
) =>
  queries.rows<MonthSumsRow>(owned`
    select
      to_char(t.day, 'YYYY-MM') as month,
      coalesce(sum(t.amount) filter (where t.side = 'spending' and t.currency = main.currency), 0)
        as spent,
      coalesce(-sum(t.amount) filter (where t.side = 'income' and t.currency = main.currency), 0)
        as income,
      count(*) filter (where t.side is null or t.currency <> main.currency) as not_counted
    from counted_transactions t
    cross join (select ${mainCurrency(userId)} as currency) main
    where t.user_id = ${userId}
      and t.day between ${from}::date and ${to}::date
      ${conditions(filter)}
    group by to_char(t.day, 'YYYY-MM')
    order by month`);

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
