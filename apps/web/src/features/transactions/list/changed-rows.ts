import type { CallBody, CallResponse } from '@cairn/contract/calls';
import { parseSearch } from '@cairn/contract/rules/search/parse-search';
import { canonicalCategory, categoryGroupKey } from '@cairn/contract/rules/taxonomy';

type Page = CallResponse<'POST /user/transactions/v2'>;
type Row = Page['transactions'][number];
type Body = CallBody<'POST /user/transactions/v2'>;

/** Returns the rows with each changed row in place of its old version. */
export function replaceChangedRows(rows: readonly Row[], changed: readonly Row[]): Row[] {
  return rows.map((row) => changed.find(({ id }) => id === row.id) ?? row);
}

/**
 * The pages of a list after the user changed rows. Changed rows are replaced in place, and dropped
 * when the list is filtered to categories they no longer have. Null if the pages must be refetched:
 * a row that is not loaded may now match, no rows remain while more pages exist, or only the server
 * knows which rows a budget counts, or which a search with operators finds.
 */
export function pagesAfterChange(
  pages: readonly Page[],
  { category = [], budget_category, search_str = '' }: Body,
  changed: readonly Row[],
): Page[] | null {
  if (budget_category !== undefined || hasOperators(search_str)) return null;
  const matchesFilter = ({ effective_category: key }: Row) =>
    category.length === 0 ||
    category.includes(canonicalCategory(key)) ||
    category.includes(categoryGroupKey(key));
  const isListed = ({ id }: Row) =>
    pages.some(({ transactions }) => transactions.some((row) => row.id === id));
  if (category.length > 0 && changed.some((row) => matchesFilter(row) && !isListed(row)))
    return null;
  const after = pages.map((page) => ({
    ...page,
    transactions: replaceChangedRows(page.transactions, changed).filter(matchesFilter),
  }));
  const isEmpty = after.every(({ transactions }) => transactions.length === 0);
  return isEmpty && after.at(-1)?.next ? null : after;
}

/** True if a search is more than a text, so that a change may decide whether a row matches. */
function hasOperators(search: string): boolean {
  const parsed = parseSearch(search);
  return parsed.ok && parsed.node !== null && parsed.node.kind !== 'text';
}
