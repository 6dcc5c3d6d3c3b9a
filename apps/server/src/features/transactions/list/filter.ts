import { canonicalCategory } from '@cairn/contract/rules/taxonomy';
import { type DateRangeInput, type Period, resolvePeriod } from '../../../domain/money/periods.ts';

/** The filter of a list, summary, or export, as the API accepts it. */
export interface FilterInput {
  category?: string[];
  account?: string[];
  date_range?: DateRangeInput;
  search_str?: string;
}

/** A parsed filter. Null parts don't filter. */
export interface TransactionFilter extends Period {
  /** Category or group keys. */
  categories: string[] | null;
  /** The provider's account ids. */
  accounts: string[] | null;
  /** Case-insensitive text in the name, merchant, or description. */
  search: string | null;
}

export function parseFilter(wire: FilterInput, today: Temporal.PlainDate): TransactionFilter {
  const search = wire.search_str?.trim() ?? '';
  return {
    ...resolvePeriod(wire.date_range, today),
    categories: wire.category?.length ? wire.category.map(canonicalCategory) : null,
    accounts: wire.account?.length ? wire.account : null,
    search: search === '' ? null : search,
  };
}

/** True if the filter matches everything, so that stored counts per account can be used. */
export const isUnfiltered = (filter: TransactionFilter): boolean =>
  Object.values(filter).every((part) => part === null);
