import { categoryLabel } from '@cairn/contract/rules/taxonomy';
import { formatMessage } from '@cairn/contract/text/copy';
import { formatDay } from '../../../platform/formats/formats.ts';
import {
  type DateRange,
  dateRanges,
  type TransactionFilter,
} from '../filter/transaction-filter.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const { filter: filterCopy, download: downloadCopy } = transactionsCopy;

/** How many names a summary lists before it counts the others. */
const maxNames = 3;

/** A date range as text: `Last 30 days`, `Nov 1, 2026 – Nov 15, 2026`. */
export function formatDateRange(range: DateRange): string {
  if (typeof range === 'string')
    return dateRanges.find(({ value }) => value === range)?.label ?? range;
  const [from, to] = [formatDay(range.from), formatDay(range.to)];
  return from === to ? from : formatMessage(filterCopy.daySpan, { from, to });
}

/** What a budgeted category counts: `Food and drink, excluding bills`. */
export const formatBudgetCategory = (key: string): string =>
  formatMessage(filterCopy.excludingBills, { category: categoryLabel(key) });

/** A summary of a filter, line by line. Range, categories, and accounts are listed even if they match everything. */
export function summarizeFilter(
  filter: TransactionFilter,
  accountName: (id: string) => string,
): { name: string; text: string }[] {
  return [
    { name: filterCopy.dateRange, text: formatDateRange(filter.range) },
    { name: filterCopy.categories, text: listNames(filter.categories.map(categoryLabel)) },
    { name: filterCopy.accounts, text: listNames(filter.accounts.map(accountName)) },
    ...(filter.budgetCategory === null
      ? []
      : [{ name: filterCopy.budget, text: formatBudgetCategory(filter.budgetCategory) }]),
    ...(filter.search === ''
      ? []
      : [
          {
            name: downloadCopy.search,
            text: formatMessage(downloadCopy.quoted, { text: filter.search }),
          },
        ]),
  ];
}

function listNames(chosen: readonly string[]): string {
  if (chosen.length === 0) return downloadCopy.all;
  const names = chosen.slice(0, maxNames).join(', ');
  const count = chosen.length - maxNames;
  return count > 0 ? formatMessage(downloadCopy.namesAndMore, { names, count }) : names;
}
