import type { CallBody, CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api-client.ts';
import {
  callQuery,
  invalidateFinancialData,
  queryClient,
} from '../../platform/api/query-client.ts';

export type RecurringList = CallResponse<'POST /user/plaid/recurring_txs'>;
export type Stream = RecurringList['recurring'][number];
export type StreamDetail = CallResponse<'GET /user/recurringtx/:id'>;
export type Payment = StreamDetail['payments'][number];
export type StreamChange = CallBody<'PATCH /user/recurringtx/:id'>;

/** All streams, and when they are due. */
export const useRecurring = () => useQuery(callQuery('POST /user/plaid/recurring_txs'));

const streamQuery = (id: string) => callQuery('GET /user/recurringtx/:id', { params: { id } });

/** One stream with its account and payments. */
export const useStream = (id: string) => useQuery(streamQuery(id));

/** Changes a stream's name, kind, or state. The change is shown once the server confirms it. */
export function useChangeStream(id: string) {
  return useMutation({
    mutationFn: (change: StreamChange) =>
      call('PATCH /user/recurringtx/:id', { params: { id }, body: change }),
    onSuccess: (tx) => {
      queryClient.setQueryData(streamQuery(id).queryKey, (detail) => detail && { ...detail, tx });
      // Due dates and bills depend on it.
      void invalidateFinancialData();
    },
  });
}
