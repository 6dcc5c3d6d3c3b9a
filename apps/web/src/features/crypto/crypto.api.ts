import type { CallKey, CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { callQuery, queryClient } from '../../platform/query-client.ts';

export type Portfolio = CallReply<'GET /cb/portfolio'>;
export type ExchangeState = CallReply<'GET /cb'>;

/** What is held at the exchange; fails with 404 where it is not linked. */
export function usePortfolio() {
  return useQuery(callQuery('GET /cb/portfolio'));
}

/** What it was worth on each day. `of`: asked anew whenever the portfolio is. */
export function useCryptoHistory() {
  return useQuery(callQuery('GET /cb/history'));
}

/** How the connection to the exchange stands; fails with 404 where it is not linked. */
export function useExchangeState() {
  return useQuery(callQuery('GET /cb'));
}

/** Whether a call failed because nothing is linked. */
export const isNotLinked = (error: Error | null): boolean =>
  error instanceof ApiError && error.status === 404;

const aboutExchange = new Set<string>([
  'GET /cb',
  'GET /cb/portfolio',
  'GET /cb/history',
  'GET /institutions',
  'GET /user/networth/history',
  'POST /user/proof',
] satisfies CallKey[]);

/** Forgets what is known of the exchange: it was linked, or unlinked. */
function forgetExchange(): void {
  const filter = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      aboutExchange.has(String(queryKey[0])),
  };
  // An answer that says 'not linked' or shows what is gone is not to be seen again, not even for a moment.
  queryClient.removeQueries({ ...filter, type: 'inactive' });
  void queryClient.resetQueries(filter);
}

/** Links the exchange with what it sent the browser back with. */
export async function linkExchange(code: string, state: string): Promise<void> {
  await call('POST /cb/code', { body: { code, state } });
  forgetExchange();
}

/** Unlinks the exchange. */
export function useUnlinkExchange() {
  return useMutation({ mutationFn: () => call('DELETE /cb'), onSuccess: forgetExchange });
}
