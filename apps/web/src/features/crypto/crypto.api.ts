import type { CallKey, CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api-client.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { callQuery, queryClient } from '../../platform/api/query-client.ts';

export type Portfolio = CallResponse<'GET /cb/portfolio'>;
export type ExchangeState = CallResponse<'GET /cb'>;

/** The holdings at the exchange. Fails with 404 if it isn't linked. */
export function usePortfolio() {
  return useQuery(callQuery('GET /cb/portfolio'));
}

/** The total value for each day. */
export function useCryptoHistory() {
  return useQuery(callQuery('GET /cb/history'));
}

/** The state of the exchange link. Fails with 404 if the exchange isn't linked. */
export function useExchangeState() {
  return useQuery(callQuery('GET /cb'));
}

/** True if a call failed because the exchange isn't linked. */
export const isNotLinked = (error: Error | null): boolean =>
  error instanceof ApiError && error.status === 404;

/** The calls whose responses depend on the exchange link. */
const exchangeCalls = new Set<string>([
  'GET /cb',
  'GET /cb/portfolio',
  'GET /cb/history',
  'GET /institutions',
  'GET /user/networth/history',
  'POST /user/proof',
] satisfies CallKey[]);

/** Drops cached responses after the exchange was linked or unlinked. */
function resetExchangeQueries(): void {
  const filter = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      exchangeCalls.has(String(queryKey[0])),
  };
  // The responses are removed instead of invalidated, so that an outdated response isn't shown even briefly.
  queryClient.removeQueries({ ...filter, type: 'inactive' });
  void queryClient.resetQueries(filter);
}

/** Links the exchange with the parameters of its OAuth callback. */
export async function linkExchange(code: string, state: string): Promise<void> {
  await call('POST /cb/code', { body: { code, state } });
  resetExchangeQueries();
}

/** Unlinks the exchange. */
export function useUnlinkExchange() {
  return useMutation({ mutationFn: () => call('DELETE /cb'), onSuccess: resetExchangeQueries });
}
