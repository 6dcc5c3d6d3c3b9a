import type { CallBody } from '@cairn/contract/calls';
import { canonicalCategory } from '@cairn/contract/taxonomy';

/** What a list of transactions is narrowed to. It lives in the page's address. */
export interface TransactionFilter {
  /** Text to look for; empty, or longer than 2 characters. */
  readonly search: string;
  /** Group and category keys. */
  readonly categories: readonly string[];
  /** Account ids. */
  readonly accounts: readonly string[];
  readonly range: Range;
}

/** What of a filter becomes what, given what it was. */
export type FilterChange = (was: TransactionFilter) => Partial<TransactionFilter>;

/** Days from one to another, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A named range, or days of one's own. */
export type Range = DateRangeName | DayRange;

/** The date ranges in the order of the dropdown. */
export const dateRanges = [
  { value: 'last_week', label: 'Last Week' },
  { value: 'current_month', label: 'Current Month' },
  { value: 'last_30_days', label: 'Last 30 days' },
  { value: 'last_60_days', label: 'Last 60 days' },
  { value: 'this_year', label: 'This Year' },
  { value: 'all_time', label: 'All Time' },
] as const;

export type DateRangeName = (typeof dateRanges)[number]['value'];

/** Nothing narrowed. */
export const noFilter = {
  search: '',
  categories: [],
  accounts: [],
  range: 'all_time',
} as const satisfies TransactionFilter;

const shortestSearch = 3;
/** The API's own limits: a longer address is cut, not refused. */
const longestSearch = 200;
const mostKeys = 1000;

/** What is sent of a typed text: nothing until it is longer than 2 characters. */
export function searchOf(typed: string): string {
  const text = typed.trim().slice(0, longestSearch);
  return text.length < shortestSearch ? '' : text;
}

/** The filter in a page's address; what makes no sense there counts as not given. */
export function filterOfParams(params: URLSearchParams): TransactionFilter {
  const named = dateRanges.find(({ value }) => value === params.get('range'))?.value;
  return {
    search: searchOf(params.get('search') ?? ''),
    categories: distinct(params.getAll('category').map(canonicalCategory)),
    accounts: distinct(params.getAll('account')),
    range: named ?? dayRangeOf(params) ?? noFilter.range,
  };
}

/** The days that an address names; null where they are none or the wrong way round. */
function dayRangeOf(params: URLSearchParams): DayRange | null {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return isDayRange({ from, to }) ? { from, to } : null;
}

/** Whether both are days of the calendar, the first not after the last. */
export function isDayRange({ from, to }: DayRange): boolean {
  return isDay(from) && isDay(to) && from <= to;
}

/** Whether a text is a day of the calendar (`2026-02-29` is none). */
function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The same filter as the part of an address after the question mark. */
export function paramsOfFilter(filter: TransactionFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.search !== '') params.set('search', filter.search);
  for (const category of filter.categories) params.append('category', category);
  for (const account of filter.accounts) params.append('account', account);
  if (typeof filter.range === 'object') {
    params.set('from', filter.range.from);
    params.set('to', filter.range.to);
  } else if (filter.range !== noFilter.range) params.set('range', filter.range);
  return params;
}

/** The same filter as the API takes it; what is not narrowed is left out. */
export function bodyOfFilter(filter: TransactionFilter): CallBody<'POST /user/transactions/v2'> {
  return {
    ...(filter.search !== '' && { search_str: filter.search }),
    ...(filter.categories.length > 0 && { category: [...filter.categories] }),
    ...(filter.accounts.length > 0 && { account: [...filter.accounts] }),
    ...(filter.range !== noFilter.range && { date_range: filter.range }),
  };
}

/** Whether a filter leaves anything out. */
export function isNarrowed(filter: TransactionFilter): boolean {
  return paramsOfFilter(filter).size > 0;
}

const distinct = (values: readonly string[]): string[] =>
  [...new Set(values.filter((value) => value !== '' && value.length <= longestSearch))].slice(
    0,
    mostKeys,
  );
