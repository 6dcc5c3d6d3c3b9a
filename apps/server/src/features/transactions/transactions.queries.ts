import type { Sql } from 'sql-template-tag';
import {
  afterCursor,
  limitAndOffset,
  newestFirst,
  type PageRange,
} from '../../domain/transactions/paging.ts';
import {
  type TransactionJsonRow,
  transactionJsonColumns,
} from '../../domain/transactions/transaction-rows.ts';
import {
  type ExportedTransaction,
  exportColumns,
} from '../../domain/transactions/transactions-csv.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fragment,
  owned,
  type Statement,
  withCustomPlan,
} from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { TransactionFilter } from './list/filter.ts';
import {
  filterConditions,
  nonSearchConditions,
  withCustomPlanForOperators,
} from './list/filter-conditions.queries.ts';
import { dayCondition, rowCondition } from './list/search-conditions.queries.ts';

const emptyFragment = fragment``;

/** Lists a page of matching transactions. */
export const listPage = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  page: PageRange,
) => {
  const onDay = filter.search === null ? null : dayCondition(userId, filter.search);
  const statement =
    onDay === null
      ? owned`
          select ${transactionJsonColumns(userId)}
          from counted_transactions t
          where t.user_id = ${userId}
            ${filterConditions(userId, filter)}
            ${newestFirst(page)}`
      : pageByDay(userId, filter, onDay, page);
  return queries.rows<TransactionJsonRow>(withCustomPlanForOperators(filter, statement));
};

/**
 * Returns the statement for a page of a search. It reads the newest days first, then the rows of each day. `offset 0`
 * is an optimization fence: a planner that expects many matches would otherwise scan all rows.
 */
const pageByDay = (
  userId: UserId,
  filter: TransactionFilter,
  onDay: Sql,
  page: PageRange,
): Statement => owned`
  select ${transactionJsonColumns(userId)}
  from search_texts d
  cross join lateral (
    select t.*
    from counted_transactions t
    where t.user_id = ${userId}
      and t.account_id = d.account_id
      and t.day = d.day
      ${filter.search === null ? emptyFragment : fragment`and ${rowCondition(userId, filter.search)}`}
      ${nonSearchConditions(userId, filter)}
    offset 0
  ) t
  where d.user_id = ${userId}
    and ${onDay}
    ${page.after === null ? emptyFragment : fragment`and d.day <= ${page.after.day}::date ${afterCursor(page.after)}`}
  order by d.day desc, t.id desc
  ${limitAndOffset(page)}`;

/** Lists a page of all transactions, each row with the total count, in one round trip. */
export const listUnfilteredPage = (queries: Queries, userId: UserId, page: PageRange) =>
  queries.rows<TransactionJsonRow & { listed: number }>(owned`
    select
      (
        select coalesce(sum(listed_count), 0)::integer
        from accounts
        where user_id = ${userId}
          and duplicate_of is null
      ) as listed,
      ${transactionJsonColumns(userId)}
    from counted_transactions t
    where t.user_id = ${userId}
      ${newestFirst(page)}`);

/**
 * Lists a page of matching transactions for the CSV file. It is planned for the actual user: a generic plan assumes an
 * average user and sorts all rows for each page instead of following the index.
 */
export const exportPage = (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
  page: PageRange,
) =>
  queries.rows<ExportedTransaction>(
    withCustomPlan(owned`
      select ${exportColumns}
      from counted_transactions t
      where t.user_id = ${userId}
        ${filterConditions(userId, filter)}
        ${newestFirst(page)}`),
  );

/** Counts matching transactions. */
export const countFiltered = async (
  queries: Queries,
  userId: UserId,
  filter: TransactionFilter,
): Promise<number> => {
  const row = await queries.row<{ count: number }>(owned`
    select count(*) as count
    from counted_transactions t
    where t.user_id = ${userId}
      ${filterConditions(userId, filter)}`);
  return row?.count ?? 0;
};

/** Counts all transactions, from the counts that syncs maintain. */
export const countAll = async (queries: Queries, userId: UserId): Promise<number> => {
  const row = await queries.row<{ count: number }>(owned`
    select coalesce(sum(listed_count), 0)::integer as count
    from accounts
    where user_id = ${userId}
      and duplicate_of is null`);
  return row?.count ?? 0;
};

/** Counts the transactions between two days. */
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

/** True if all of these accounts, by the provider's ids, belong to the user. */
export const ownsAccounts = async (
  queries: Queries,
  userId: UserId,
  providerAccountIds: readonly string[],
): Promise<boolean> => {
  const uniqueIds = [...new Set(providerAccountIds)];
  const row = await queries.row<{ count: number }>(owned`
    select count(*) as count
    from accounts
    where user_id = ${userId}
      and provider_account_id = any(${uniqueIds}::text[])`);
  return row?.count === uniqueIds.length;
};
