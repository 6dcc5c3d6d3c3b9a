import type { SearchNode } from '@cairn/contract/rules/search/search-syntax';
import type { Sql } from 'sql-template-tag';
import { countsInBudgetCategory } from '../../../domain/categories/budget-buckets.queries.ts';
import { fragment, type Statement, withCustomPlan } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { TransactionFilter } from './filter.ts';
import { dayCondition, rowCondition } from './search-conditions.queries.ts';

const emptyFragment = fragment``;

/**
 * SQL conditions of a filter on `counted_transactions t`, except for its search. Unset fields add no condition, so
 * the planner sees only those that filter.
 */
export const nonSearchConditions = (userId: UserId, filter: TransactionFilter): Sql => fragment`
  ${filter.from === null ? emptyFragment : fragment`and t.day >= ${filter.from}::date`}
  ${filter.to === null ? emptyFragment : fragment`and t.day <= ${filter.to}::date`}
  ${
    filter.categories === null
      ? emptyFragment
      : fragment`and (
          t.category = any(${filter.categories}::text[])
          or t.category_group = any(${filter.categories}::text[])
        )`
  }
  ${
    filter.accounts === null
      ? emptyFragment
      : fragment`and t.provider_account_id = any(${filter.accounts}::text[])`
  }
  ${
    filter.budgetCategory === null
      ? emptyFragment
      : fragment`and ${countsInBudgetCategory(userId, filter.budgetCategory)}`
  }`;

/** All SQL conditions of a filter on `counted_transactions t`. */
export const filterConditions = (userId: UserId, filter: TransactionFilter): Sql => fragment`
  ${nonSearchConditions(userId, filter)}
  ${filter.search === null ? emptyFragment : fragment`and ${searchCondition(userId, filter.search)}`}`;

/** SQL condition: a row of `counted_transactions t` matches a search. Days are checked first: there are fewer of them. */
function searchCondition(userId: UserId, search: SearchNode): Sql {
  const onDay = dayCondition(userId, search);
  if (onDay === null) return rowCondition(userId, search);
  return fragment`
    exists (
      select 1
      from search_texts d
      where d.user_id = ${userId}
        and d.day = t.day
        and d.account_id = t.account_id
        and ${onDay}
    )
    and ${rowCondition(userId, search)}`;
}

/**
 * Has PostgreSQL plan a statement for its actual values if the filter's search has operators. Such statements are too
 * diverse to be prepared, and the best index depends on the amounts and days.
 */
export const withCustomPlanForOperators = (
  filter: TransactionFilter,
  statement: Statement,
): Statement =>
  filter.search === null || filter.search.kind === 'text' ? statement : withCustomPlan(statement);
