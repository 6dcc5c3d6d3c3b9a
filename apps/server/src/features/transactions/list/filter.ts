import { parseSearch } from '@cairn/contract/rules/search/parse-search';
import type { SearchNode } from '@cairn/contract/rules/search/search-syntax';
import { canonicalCategory } from '@cairn/contract/rules/taxonomy';
import { type DateRangeInput, type Period, resolvePeriod } from '../../../domain/money/periods.ts';
import { Failure } from '../../../platform/problem.ts';

/** The filter of a list, summary, or export, as the API accepts it. */
export interface FilterInput {
  category?: string[];
  account?: string[];
  date_range?: DateRangeInput;
  search_str?: string;
  budget_category?: string;
}

/** A parsed filter. Null parts don't filter. */
export interface TransactionFilter extends Period {
  /** Category or group keys. */
  categories: string[] | null;
  /** The provider's account ids. */
  accounts: string[] | null;
  search: SearchNode | null;
  /** Only rows that count toward this budgeted key. */
  budgetCategory: string | null;
}

/** Parses a filter. Throws 422 for an invalid search, with the position of the error, or an invalid range of days. */
export function parseFilter(wire: FilterInput, today: Temporal.PlainDate): TransactionFilter {
  const period = resolvePeriod(wire.date_range, today);
  const budgetCategory = wire.budget_category ? canonicalCategory(wire.budget_category) : null;
  return {
    ...(budgetCategory === null ? period : untilToday(period, today)),
    categories: wire.category?.length ? wire.category.map(canonicalCategory) : null,
    accounts: wire.account?.length ? wire.account : null,
    search: requireSearch(wire.search_str ?? ''),
    budgetCategory,
  };
}

function requireSearch(text: string): SearchNode | null {
  const parsed = parseSearch(text);
  if (parsed.ok) return parsed.node;
  const { message, ...search_error } = parsed.error;
  throw new Failure('unprocessable', message, { members: { search_error } });
}

/** Returns the days of a period that count: those up to today. */
const untilToday = ({ from, to }: Period, today: Temporal.PlainDate): Period => ({
  from,
  to: to !== null && to < today.toString() ? to : today.toString(),
});

/** True if the filter matches everything, so that stored counts per account can be used. */
export const isUnfiltered = (filter: TransactionFilter): boolean =>
  Object.values(filter).every((part) => part === null);
