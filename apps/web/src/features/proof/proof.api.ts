import type { Proof, ProofOf } from '@cairn/contract/proof';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProvenTotal } from '../../domain/proof-params.ts';
import { call } from '../../platform/api/api-client.ts';

export type ProofTransaction = ProofOf<'transactions'>['included'][number];

/** One page of a list. `next` is the cursor of the next page, or null on the last page. */
interface Page<Row> {
  rows: readonly Row[];
  next: string | null;
}

/** A proof, and the transactions in it, page by page. */
export const useProof = (total: ProvenTotal) => useProofList(total, 'included', includedPage);

/** The transactions that a total leaves out, page by page. */
export const useLeftOut = (total: ProvenTotal, enabled: boolean) =>
  useProofList(total, 'omitted', omittedPage, enabled);

function useProofList<Row>(
  total: ProvenTotal,
  list: 'included' | 'omitted',
  toPage: (proof: Proof) => Page<Row>,
  enabled = true,
) {
  return useInfiniteQuery({
    queryKey: ['POST /user/proof', { total, list }],
    enabled,
    initialPageParam: null as string | null, // Without the assertion, its type would be null.
    queryFn: ({ pageParam, signal }) =>
      call('POST /user/proof', {
        body: { ...total, list, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    getNextPageParam: (proof) => toPage(proof).next,
    select: ({ pages }) => ({
      // Every page contains the sums of the whole proof.
      proof: pages.at(-1),
      rows: pages.flatMap((proof) => toPage(proof).rows),
    }),
  });
}

function includedPage(proof: Proof): Page<ProofTransaction> {
  switch (proof.kind) {
    case 'transactions':
      return { rows: proof.included, next: proof.next.included };
    case 'changes':
      return { rows: proof.posted?.included ?? [], next: proof.posted?.next ?? null };
    case 'balances':
    case 'streams':
      return { rows: [], next: null };
    default:
      return proof satisfies never;
  }
}

const omittedPage = (proof: Proof): Page<ProofOf<'transactions'>['omitted'][number]> =>
  proof.kind === 'transactions'
    ? { rows: proof.omitted, next: proof.next.omitted }
    : { rows: [], next: null };
