import { labelOfCategory } from '@cairn/contract/taxonomy';
import { formatDay } from '../../platform/formats.ts';
import { dateRanges, type Range, type TransactionFilter } from './transaction-filter.ts';

/** How many names are told before the rest is counted. */
const mostNames = 3;

/** A range in words: `Last 30 days`, `Nov 1, 2026 – Nov 15, 2026`. */
export function rangeWords(range: Range): string {
  if (typeof range === 'string')
    return dateRanges.find(({ value }) => value === range)?.label ?? range;
  const [from, to] = [formatDay(range.from), formatDay(range.to)];
  return from === to ? from : `${from} – ${to}`;
}

/** What a filter selects, a line for each of its parts, those that narrow nothing too. */
export function selectionWords(
  filter: TransactionFilter,
  accountName: (id: string) => string,
): { name: string; text: string }[] {
  return [
    { name: 'Date Range', text: rangeWords(filter.range) },
    { name: 'Categories', text: names(filter.categories.map(labelOfCategory)) },
    { name: 'Accounts', text: names(filter.accounts.map(accountName)) },
    ...(filter.search === '' ? [] : [{ name: 'Search', text: `“${filter.search}”` }]),
  ];
}

function names(chosen: readonly string[]): string {
  if (chosen.length === 0) return 'All';
  const told = chosen.slice(0, mostNames).join(', ');
  const rest = chosen.length - mostNames;
  return rest > 0 ? `${told} and ${rest} more` : told;
}
