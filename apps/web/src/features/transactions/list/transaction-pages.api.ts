import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { callQuery } from '../../../platform/api/query-client.ts';
import { filterToBody, type TransactionFilter } from '../filter/transaction-filter.ts';

/** The request for the pages of a filter. */
export function pagesQuery(filter: TransactionFilter) {
  const body = filterToBody(filter);
  return infiniteQueryOptions({
    queryKey: ['POST /user/transactions/v2', { body }, 'pages'] as const,
    initialPageParam: null as string | null, // Without the assertion, its type would be null.
    queryFn: ({ pageParam, signal }) =>
      call('POST /user/transactions/v2', {
        body: { ...body, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  });
}

/** The filtered transactions, page by page. The previous filter's rows stay visible until the new ones load. */
export function useTransactionPages(filter: TransactionFilter) {
  return useInfiniteQuery({ ...pagesQuery(filter), placeholderData: keepPreviousData });
}

/** The number of transactions that match a filter, and their totals. */
export function useFilterTotals(filter: TransactionFilter) {
  return useQuery({
    ...callQuery('POST /user/transactions/summary', { body: filterToBody(filter) }),
    placeholderData: keepPreviousData,
  });
}

/** The totals of the transactions that match a filter, for each of the last 12 months. */
export function useMonthlyTotals(filter: TransactionFilter) {
  return useQuery(callQuery('POST /user/transactions/monthly', { body: filterToBody(filter) }));
}
