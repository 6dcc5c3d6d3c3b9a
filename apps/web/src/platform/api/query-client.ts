import type { CallKey, CallResponse } from '@cairn/contract/calls';
import { QueryClient, type QueryFilters, type QueryKey, queryOptions } from '@tanstack/react-query';
import { clearUserStorage } from '../browser/storage.ts';
import { onDemoModeChange } from '../demo-mode.ts';
import { getSession, lastEndReason, onSessionChange } from '../session/session.ts';
import { type CallArgs, call } from './api-client.ts';
import { ApiError, isPermanentError, NetworkError } from './api-error.ts';
import { dropFirstResponses } from './first-responses.ts';

/** True if a retry may succeed. */
export function isRetryable(error: Error): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && [502, 503, 504].includes(error.status);
}

/** Milliseconds for which a response is current, unless it is invalidated. */
const staleTime = 30_000;

/** The cache of all server state. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime,
      // A permanent error, such as a 404, is current for as long as a response.
      retryOnMount: ({ state: { error, errorUpdatedAt, isInvalidated } }) =>
        error === null ||
        !isPermanentError(error) ||
        isInvalidated ||
        errorUpdatedAt < Date.now() - staleTime,
      gcTime: 30 * 60_000,
      retry: (failures, error) => failures < 2 && isRetryable(error),
      retryDelay: (attempt) => Math.min(8_000, 500 * 2 ** attempt),
    },
  },
});

// One user's data, or the demo's, must never be shown to another user.
onDemoModeChange(() => queryClient.clear());
let userId = getSession()?.claims.id;
onSessionChange(() => {
  const nextId = getSession()?.claims.id;
  if (nextId !== userId) queryClient.clear();
  // A new token may contain another email address or subscription.
  else invalidateUser();
  userId = nextId;
  // After an expired session, the tab keeps its values, because the user may sign in again and continue.
  if (nextId === undefined) clearUserStorage({ includeTab: lastEndReason() !== 'ended' });
});

/**
 * A call of the contract as a query: `useQuery(callQuery('GET /user/cashflow'))`. The query key is
 * the call's key and its options, so that `invalidateQueries({ queryKey: ['GET /...'] })` matches
 * all variants.
 */
export function callQuery<K extends CallKey>(key: K, ...args: CallArgs<K>) {
  return queryOptions({
    queryKey: [key, args[0] ?? {}] as const,
    queryFn: ({ signal }): Promise<CallResponse<K>> =>
      // The same arguments with a signal added; TypeScript can't follow a spread of a generic.
      call(key, ...([{ ...args[0], signal }] as unknown as CallArgs<K>)),
  });
}

/**
 * Invalidates queries, so that the queries on screen are refetched. Requests in flight are canceled first:
 * the response to an initial fetch may predate the change, and isn't refetched by itself.
 */
async function cancelAndInvalidate(filters: QueryFilters): Promise<void> {
  dropFirstResponses();
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

const userCalls = new Set<string>([
  'GET /user/me',
  'GET /billing/subscription',
] satisfies CallKey[]);

/** Invalidates the user's own data: profile and subscription. */
export const invalidateUser = (): Promise<void> =>
  cancelAndInvalidate({ predicate: ({ queryKey }) => userCalls.has(String(queryKey[0])) });

/** Invalidates everything that a sync can change, except the `upToDate` calls. */
export const invalidateFinancialData = (...upToDate: readonly CallKey[]): Promise<void> => {
  const excluded = new Set<string>([...unaffectedBySync, ...upToDate]);
  return cancelAndInvalidate({ predicate: ({ queryKey }) => !excluded.has(String(queryKey[0])) });
};

/** Invalidates one query. */
export const invalidateQuery = (queryKey: QueryKey): Promise<void> =>
  cancelAndInvalidate({ queryKey, exact: true });

const unaffectedBySync = new Set<string>([
  ...userCalls,
  ...(['GET /user/sync', 'POST /plaid/'] satisfies CallKey[]),
]);
