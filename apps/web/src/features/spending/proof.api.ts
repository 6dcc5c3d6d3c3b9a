import type { CallReply } from '@cairn/contract/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import type { ProvenTotal } from '../../platform/proof-address.ts';

export type Proof = CallReply<'POST /user/proof'>;
export type ProvenTransaction = Proof['included'][number];
export type ProofList = 'included' | 'left_out';

/** One list of a proof, page by page; each page also has the sums of the whole. */
export function useProof(total: ProvenTotal, list: ProofList, enabled = true) {
  return useInfiniteQuery({
    queryKey: ['POST /user/proof', { total, list }],
    enabled,
    initialPageParam: null as string | null, // Widened: the literal null would be its type.
    queryFn: ({ pageParam, signal }) =>
      call('POST /user/proof', {
        body: { ...total, list, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next[list],
  });
}
