import { useMemo } from 'react';
import { normalizeSearch } from '../../../features/transactions/filter/transaction-filter.ts';
import { useMerchants } from '../../../features/transactions/list/merchants.api.ts';
import { paths } from '../../../paths.ts';
import { useDebouncedValue } from '../../../platform/browser/debounced-value.ts';
import { frameCopy } from '../frame.copy.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** How many milliseconds after the last keystroke the merchants are requested. */
const requestDelay = 200;

/** The merchants that match the typed text, once it is long enough for a search. */
export function useMerchantEntries(typed: string): readonly PaletteEntry[] {
  const merchants = useMerchants(useDebouncedValue(normalizeSearch(typed), requestDelay));
  return useMemo(
    () =>
      [...merchants].map(([label, { id, effective_category }]) => ({
        id: `merchant ${label}`,
        label,
        context: frameCopy.palette.merchant,
        icon: effective_category,
        action: paths.transactionHistory(id),
        suggested: false,
      })),
    [merchants],
  );
}
