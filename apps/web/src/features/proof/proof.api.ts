import type { CallResponse } from '@cairn/contract/calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { call } from '../../platform/api/api-client.ts';

export type Proof = CallResponse<'POST /user/proof'>;
export type ProofTransaction = Proof['included'][number];
export type ProofList = 'included' | 'omitted';

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
