import { canonicalCategory } from '@cairn/contract/taxonomy';
import { type Period, periodOf, type WireDateRange } from '../../domain/periods.ts';

/** What a list, a summary or an export is asked for, as the wire has it. */
export interface WireFilter {
  category?: string[];
  account?: string[];
  date_range?: WireDateRange;
  search_str?: string;
}

/** The same, ready for SQL. Null: no filter. */
export interface TransactionFilter extends Period {
  /** Category or group keys. */
  categories: string[] | null;
  /** The provider's account ids. */
  accounts: string[] | null;
  /** Text to be found in a name, a merchant or a description, in any letter case. */
  search: string | null;
}

export function filterOf(wire: WireFilter, today: Temporal.PlainDate): TransactionFilter {
  const search = wire.search_str?.trim() ?? '';
  return {
    ...periodOf(wire.date_range, today),
    categories: wire.category?.length ? wire.category.map(canonicalCategory) : null,
    accounts: wire.account?.length ? wire.account : null,
    search: search === '' ? null : search,
  };
}

/** Whether the filter lets everything through, so that counts kept per account will do. */
export const letsAllThrough = (filter: TransactionFilter): boolean =>
  Object.values(filter).every((part) => part === null);
