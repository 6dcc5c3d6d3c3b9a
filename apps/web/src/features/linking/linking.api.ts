import type { CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { isRefusal } from '../../platform/api-error.ts';
import { loadConfig } from '../../platform/config.ts';
import {
  callQuery,
  invalidateMoney,
  isWorthRetrying,
  queryClient,
} from '../../platform/query-client.ts';
import { hasBroughtSomething } from '../../platform/sync-progress.ts';
import { dropLink, type FreshLink } from './link-in-hand.ts';
import { loadLinkScript } from './link-script.ts';
import { toldOf } from './told-accounts.ts';

/** Where the syncs stand. */
export type SyncState = CallReply<'GET /user/sync'>;

/** A link token lives half an hour or more; an older one is replaced before it is used. */
const tokenFreshFor = 20 * 60_000;
const pollWhileSyncing = 1_500;
const pollWhileIdle = 60_000;

/** The token that opens the link script, fetched when the screen is. */
export function useLinkToken(enabled: boolean) {
  return useQuery({
    ...callQuery('POST /plaid/'),
    enabled,
    staleTime: tokenFreshFor,
    gcTime: 0,
    refetchInterval: tokenFreshFor,
  });
}

/** A token that opens the link script in update mode, for a bank that is linked (the aggregator's id). */
export function useUpdateToken() {
  return useMutation({
    mutationFn: (body: { item_id: string; choose_accounts?: boolean }) =>
      call('POST /plaid/link/update', { body }),
  });
}

/** Tells the server that update mode was gone through: it syncs the bank, and the state shows it at once. */
export function useNoteUpdated() {
  const { queryKey } = callQuery('GET /user/sync');
  return useMutation({
    mutationFn: (item_id: string) => call('POST /plaid/link/updated', { body: { item_id } }),
    // What was done at the bank is done: that it was is worth saying more than once.
    retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    onSuccess: (updated) => {
      queryClient.setQueryData(
        queryKey,
        (was) =>
          was && {
            ...was,
            state: was.state === 'running' ? ('running' as const) : ('queued' as const),
            items: was.items.map((item) => (item.item_id === updated.item_id ? updated : item)),
          },
      );
      queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** A bank that is linked already, with the accounts in question. */
export type KnownConnection = NonNullable<CallReply<'POST /plaid/link/known'>['known']>;

/** Asks whether what the link script has just brought is linked already. */
export function useKnownConnection() {
  return useMutation({
    mutationFn: async (metadata: Record<string, unknown>) => {
      const body = toldOf(metadata);
      return body === null ? null : (await call('POST /plaid/link/known', { body })).known;
    },
  });
}

/** The bank's script, loaded when the screen is; Retry loads it afresh. */
export function useLinkScript(enabled: boolean) {
  return useQuery({
    queryKey: ['link script'],
    queryFn: async () => loadLinkScript((await loadConfig()).aggregator.link_script_url),
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Hands a finished link to the server, which starts the first sync. It is in hand until the server has answered. */
export function useLinkInstitution() {
  return useMutation({
    mutationFn: ({ public_token, metadata }: FreshLink) =>
      call('POST /plaid/link/token', { body: { public_token, metadata } }),
    // Also when the screen is left meanwhile.
    onSuccess: () => {
      dropLink();
      return queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (isRefusal(error)) dropLink();
    },
  });
}

/**
 * Where the syncs stand: told by the server's events, and asked for again, often while one runs and
 * else every minute, for when no event gets through and so that 'Last Sync' ages. What a sync has
 * brought is asked for when it ends, whichever way that is learned.
 */
export function useSyncState() {
  const query = callQuery('GET /user/sync');
  return useQuery({
    ...query,
    queryFn: async ({ signal }) => {
      const next = await call('GET /user/sync', { signal });
      const previous = queryClient.getQueryData(query.queryKey);
      if (previous !== undefined && hasBroughtSomething(previous, next)) invalidateMoney();
      return next;
    },
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'idle' ? pollWhileIdle : pollWhileSyncing,
  });
}

/** Starts a sync of every linked institution; the state shows it at once. */
export function useStartSync() {
  const { queryKey } = callQuery('GET /user/sync');
  return useMutation({
    mutationFn: () => call('POST /user/plaid/sync_transactions'),
    // Without a network it fails and says so, instead of 'Syncing…' until there is one.
    networkMode: 'always',
    onSuccess: (started) => {
      queryClient.setQueryData(queryKey, (was) => ({
        last_sync_pretty: was?.last_sync_pretty ?? '',
        ...started,
      }));
      queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** The banks that are gone because access was withdrawn there. */
export function useWithdrawn() {
  return useQuery(callQuery('GET /institutions'));
}

/** Since when each institution has brought nothing; asked for only when one is in trouble. */
export function useLinkedItems(enabled: boolean) {
  return useQuery({ ...callQuery('GET /plaid/link/items'), enabled });
}
