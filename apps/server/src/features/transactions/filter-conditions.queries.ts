import type { Sql } from 'sql-template-tag';
import { holdsText } from '../../domain/day-texts.queries.ts';
import { fragment } from '../../platform/owned-sql.ts';
import type { TransactionFilter } from './filter.ts';

const nothing = fragment``;

/** The conditions of a filter on `counted_transactions t` but for its search, each only where it filters: the planner sees what is asked for. */
export const choices = (filter: TransactionFilter): Sql => fragment`
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
  }`;

/** All conditions of a filter. */
export const conditions = (filter: TransactionFilter): Sql => fragment`
  ${choices(filter)}
  ${filter.search === null ? nothing : fragment`and ${holdsText(filter.search)}`}`;
