import type { CallBody } from '@cairn/contract/calls';
import { canonicalCategory, categories, categoryGroups } from '@cairn/contract/rules/taxonomy';
import { transactionsCopy } from '../transactions.copy.ts';

const { dateRanges: rangeLabels } = transactionsCopy.filter;

/** The filter of a transaction list. It is stored in the page's URL. */
export interface TransactionFilter {
  /** Search text: empty, or longer than 2 characters. */
  readonly search: string;
  /** Group and category keys. */
  readonly categories: readonly string[];
  /** Account ids. */
  readonly accounts: readonly string[];
  readonly range: DateRange;
  /** A budgeted category (its key), to match only what the budget counts in it. Null without one. */
  readonly budgetCategory: string | null;
}

/** Computes the changed fields from the current filter. */
export type FilterUpdate = (current: TransactionFilter) => Partial<TransactionFilter>;

/** A range of days (`YYYY-MM-DD`), both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A named range or a custom one. */
export type DateRange = DateRangeName | DayRange;

/** The named date ranges, in the order of the dropdown. */
export const dateRanges = [
  { value: 'last_week', label: rangeLabels.lastWeek },
  { value: 'current_month', label: rangeLabels.currentMonth },
  { value: 'last_30_days', label: rangeLabels.last30Days },
  { value: 'last_60_days', label: rangeLabels.last60Days },
  { value: 'this_year', label: rangeLabels.thisYear },
  { value: 'all_time', label: rangeLabels.allTime },
] as const;

export type DateRangeName = (typeof dateRanges)[number]['value'];

/** A filter that matches every transaction. */
export const emptyFilter = {
  search: '',
  categories: [],
  accounts: [],
  range: 'all_time',
  budgetCategory: null,
} as const satisfies TransactionFilter;

/** The fewest characters that a search needs. */
export const minSearchLength = 3;
/** The API's limits. Longer values in a URL are truncated instead of failing. */
const maxSearchLength = 200;
const maxKeys = 1000;

/** The search to send for a typed text: empty unless it is longer than 2 characters. */
export function normalizeSearch(typed: string): string {
  const text = typed.trim().slice(0, maxSearchLength);
  return text.length < minSearchLength ? '' : text;
}

/** Parses the filter from a page's query parameters. Invalid values are ignored. */
export function parseFilter(params: URLSearchParams): TransactionFilter {
  const namedRange = dateRanges.find(({ value }) => value === params.get('range'))?.value;
  return {
    search: normalizeSearch(params.get('search') ?? ''),
    categories: distinct(params.getAll('category').map(canonicalCategory)),
    accounts: distinct(params.getAll('account')),
    range: namedRange ?? parseDayRange(params) ?? emptyFilter.range,
    budgetCategory: distinct([canonicalCategory(params.get('budget') ?? '')])[0] ?? null,
  };
}

/** Parses a custom range. Null if the days are missing, invalid, or reversed. */
function parseDayRange(params: URLSearchParams): DayRange | null {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return isDayRange({ from, to }) ? { from, to } : null;
}

/** True if both are calendar days and the first is not after the last. */
export function isDayRange({ from, to }: DayRange): boolean {
  return isDay(from) && isDay(to) && from <= to;
}

/** True if a text is a calendar day. `2026-02-29` is not. */
function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Serializes a filter to query parameters. */
export function serializeFilter(filter: TransactionFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.search !== '') params.set('search', filter.search);
  for (const category of filter.categories) params.append('category', category);
  for (const account of filter.accounts) params.append('account', account);
  if (typeof filter.range === 'object') {
    params.set('from', filter.range.from);
    params.set('to', filter.range.to);
  } else if (filter.range !== emptyFilter.range) params.set('range', filter.range);
  if (filter.budgetCategory !== null) params.set('budget', filter.budgetCategory);
  return params;
}

/** The request body for a filter. Inactive filters are left out. */
export function filterToBody(filter: TransactionFilter): CallBody<'POST /user/transactions/v2'> {
  return {
    ...(filter.search !== '' && { search_str: filter.search }),
    ...(filter.categories.length > 0 && { category: [...filter.categories] }),
    ...(filter.accounts.length > 0 && { account: [...filter.accounts] }),
    ...(filter.range !== emptyFilter.range && { date_range: filter.range }),
    ...(filter.budgetCategory !== null && { budget_category: filter.budgetCategory }),
  };
}

/**
 * The body of an export. For a filter without a selection, the export's protocol requires the list of all options,
 * which selects the same transactions as no list. `accountIds` lists all accounts, or none until they are loaded.
 */
export function filterToExportBody(
  filter: TransactionFilter,
  accountIds: readonly string[],
): CallBody<'POST /user/transactions/export'> {
  return {
    ...(accountIds.length > 0 && { account: [...accountIds] }),
    category: allCategoryKeys,
    date_range: filter.range,
    ...filterToBody(filter),
  };
}

// Every transaction is in one of the groups, even if its own category is unknown.
const allCategoryKeys = [...categoryGroups.map(({ key }) => key), ...categories.keys()];

/** True if any part of the filter is active. */
export function hasActiveFilter(filter: TransactionFilter): boolean {
  return serializeFilter(filter).size > 0;
}

const distinct = (values: readonly string[]): string[] =>
  [...new Set(values.filter((value) => value !== '' && value.length <= maxSearchLength))].slice(
    0,
    maxKeys,
  );
