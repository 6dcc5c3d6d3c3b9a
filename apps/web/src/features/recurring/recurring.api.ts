import type { CallBody, CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { callQuery, invalidateMoney, queryClient } from '../../platform/query-client.ts';

export type RecurringList = CallReply<'POST /user/plaid/recurring_txs'>;
export type Stream = RecurringList['recurring'][number];
export type StreamDetail = CallReply<'GET /user/recurringtx/:id'>;
export type Payment = StreamDetail['payments'][number];
export type StreamChange = CallBody<'PATCH /user/recurringtx/:id'>;

/** Everything that repeats, and when it is due. */
export const useRecurring = () => useQuery(callQuery('POST /user/plaid/recurring_txs'));

const streamQuery = (id: string) => callQuery('GET /user/recurringtx/:id', { params: { id } });

/** One stream with its account and its payments. */
export const useStream = (id: string) => useQuery(streamQuery(id));

/** Says something of a stream; shown after the server has agreed. */
export function useChangeStream(id: string) {
  return useMutation({
    mutationFn: (change: StreamChange) =>
      call('PATCH /user/recurringtx/:id', { params: { id }, body: change }),
    onSuccess: (tx) => {
      queryClient.setQueryData(streamQuery(id).queryKey, (was) => was && { ...was, tx });
      // What is due and what counts as a bill follow from it.
      void invalidateMoney();
    },
  });
}
