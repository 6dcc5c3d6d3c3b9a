import type { CallKey, CallReply } from '@cairn/contract/calls';
import { QueryClient, type QueryFilters, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type CallArguments, call } from './api-client.ts';
import { ApiError, NetworkFailure } from './api-error.ts';
import { onDemoModeChange } from './demo-mode.ts';
import { getSession, onSessionChange } from './session.ts';

/** Whether the same call may well be answered when made again a little later. */
export function isWorthRetrying(error: Error): boolean {
  if (error instanceof NetworkFailure) return true;
  return error instanceof ApiError && [502, 503, 504].includes(error.status);
}

/** The one cache of what the server said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      retryDelay: (attempt) => Math.min(8_000, 500 * 2 ** attempt),
    },
  },
});

// Nothing of one person, or of the demo's, is ever shown to another.
onDemoModeChange(() => queryClient.clear());
let person = getSession()?.claims.id;
onSessionChange(() => {
  const next = getSession()?.claims.id;
  if (next !== person) queryClient.clear();
  // A new token may tell of another address or another subscription: what is shown of it follows.
  else invalidatePerson();
  person = next;
});

/**
 * A call of the contract as a query: `useQuery(callQuery('GET /user/cashflow'))`. Its key is the
 * call's own key and what it was given, so that `invalidateQueries({ queryKey: ['GET /...'] })`
 * reaches every variant.
 */
export function callQuery<K extends CallKey>(key: K, ...args: CallArguments<K>) {
  return queryOptions({
    queryKey: [key, args[0] ?? {}] as const,
    queryFn: ({ signal }): Promise<CallReply<K>> =>
      // The same arguments with a signal added; TypeScript can't follow a spread of a generic.
      call(key, ...([{ ...args[0], signal }] as unknown as CallArguments<K>)),
  });
}

/**
 * Marks what has changed as old, so that what is on screen is asked for again. A first answer that is
 * under way may be older than the change, and would not be asked for again by itself.
 */
async function askAnew(changed: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(changed);
  await queryClient.invalidateQueries(changed);
}

const aboutPerson = new Set<string>([
  'GET /user/me',
  'GET /billing/subscription',
] satisfies CallKey[]);

/** Asks anew for what is known of the person and their subscription. */
export const invalidatePerson = (): Promise<void> =>
  askAnew({ predicate: ({ queryKey }) => aboutPerson.has(String(queryKey[0])) });

/** Asks anew for everything that a sync can change, but for calls whose answers are `upToDate`. */
export const invalidateMoney = (...upToDate: readonly CallKey[]): Promise<void> => {
  const left = new Set<string>([...untouchedBySync, ...upToDate]);
  return askAnew({ predicate: ({ queryKey }) => !left.has(String(queryKey[0])) });
};

/** Asks anew for one query, whose answer may be old. */
export const invalidateQuery = (queryKey: QueryKey): Promise<void> =>
  askAnew({ queryKey, exact: true });

const untouchedBySync = new Set<string>([
  ...aboutPerson,
  ...(['GET /user/sync', 'POST /plaid/'] satisfies CallKey[]),
]);
