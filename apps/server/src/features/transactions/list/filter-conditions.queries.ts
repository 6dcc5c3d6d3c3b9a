import type { Sql } from 'sql-template-tag';
import { countsInBudgetCategory } from '../../../domain/categories/budget-buckets.queries.ts';
import { transactionMatches } from '../../../domain/transactions/search-texts.queries.ts';
import { fragment } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { TransactionFilter } from './filter.ts';

const emptyFragment = fragment``;

/**
 * SQL conditions of a filter on `counted_transactions t`, except for its search. Unset parts are left out, so that
 * the planner sees only what is filtered.
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
  ${filter.search === null ? emptyFragment : fragment`and ${transactionMatches(userId, filter.search)}`}`;
