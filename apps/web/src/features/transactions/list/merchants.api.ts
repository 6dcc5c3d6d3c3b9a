import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { matchLabel } from '../../../domain/label-search.ts';
import { transactionTitle } from '../../../domain/transaction-labels.ts';
import { emptyFilter } from '../filter/transaction-filter.ts';
import type { Transaction } from '../transactions.api.ts';
import { pagesQuery } from './transaction-pages.api.ts';

const noMerchants: ReadonlyMap<string, Transaction> = new Map();

/**
 * The merchants whose name matches a search, each with its newest transaction; none for an empty
 * search. They come from the newest 50 transactions that the search finds, whose request the
 * transaction list shares.
 */
export function useMerchants(search: string): ReadonlyMap<string, Transaction> {
  const { data } = useInfiniteQuery({
    ...pagesQuery({ ...emptyFilter, search }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (search === '' || data === undefined) return noMerchants;
    const merchants = new Map<string, Transaction>();
    for (const transaction of data.pages.flatMap(({ transactions }) => transactions)) {
      const label = transactionTitle(transaction);
      if (!merchants.has(label) && matchLabel({ label }, search) !== null)
        merchants.set(label, transaction);
    }
    return merchants;
  }, [data, search]);
}
