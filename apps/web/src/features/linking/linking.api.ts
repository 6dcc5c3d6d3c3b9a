import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mayHaveChangedData } from '../../domain/sync-state.ts';
import { call } from '../../platform/api/api-client.ts';
import { isPermanentError } from '../../platform/api/api-error.ts';
import {
  callQuery,
  invalidateFinancialData,
  isRetryable,
  queryClient,
} from '../../platform/api/query-client.ts';
import { loadConfig } from '../../platform/config.ts';
import { parseLinkMetadata } from './link-metadata.ts';
import { loadLinkScript } from './link-script.ts';
import { clearPendingLink, type FinishedLink } from './pending-link.ts';

/** The state of the syncs. */
export type SyncState = CallResponse<'GET /user/sync'>;

/** Milliseconds after which a link token is refetched. It is valid for at least half an hour. */
const tokenLifetime = 20 * 60_000;
const pollWhileSyncing = 1_500;
const pollWhileIdle = 60_000;

/** The link token for a new bank, fetched with the screen. */
export function useLinkToken(enabled: boolean) {
  return useQuery({
    ...callQuery('POST /plaid/'),
    enabled,
    staleTime: tokenLifetime,
    gcTime: 0,
    refetchInterval: tokenLifetime,
  });
}

/** Requests a link token in update mode for an existing item (the aggregator's id). */
export function useUpdateModeToken() {
  return useMutation({
    mutationFn: (body: { item_id: string; choose_accounts?: boolean }) =>
      call('POST /plaid/link/update', { body }),
  });
}

/** Reports a completed update mode to the server, which syncs the item. The sync state shows that sync at once. */
export function useReportUpdated() {
  const { queryKey } = callQuery('GET /user/sync');
  return useMutation({
    mutationFn: (item_id: string) => call('POST /plaid/link/updated', { body: { item_id } }),
    // The call is retried, because the user has already completed the flow at the bank.
    retry: (failures, error) => failures < 2 && isRetryable(error),
    onSuccess: (updated) => {
      queryClient.setQueryData(
        queryKey,
        (previous) =>
          previous && {
            ...previous,
            state: previous.state === 'running' ? ('running' as const) : ('queued' as const),
            items: previous.items.map((item) =>
              item.item_id === updated.item_id ? updated : item,
            ),
          },
      );
      queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** An existing item that already has the chosen accounts. */
export type ExistingItem = NonNullable<CallResponse<'POST /plaid/link/known'>['known']>;

/** Checks whether the result of a link flow is already linked. Resolves to the existing item or null. */
export function useFindExistingItem() {
  return useMutation({
    mutationFn: async (metadata: Record<string, unknown>) => {
      const body = parseLinkMetadata(metadata);
      return body === null ? null : (await call('POST /plaid/link/known', { body })).known;
    },
  });
}

/** The aggregator's link script, loaded with the screen. Refetching loads it again. */
export function useLinkScript(enabled: boolean) {
  return useQuery({
    queryKey: ['link script'],
    queryFn: async () => loadLinkScript((await loadConfig()).aggregator.link_script_url),
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Submits a finished link, which starts the first sync. The link stays stored until the server responds. */
export function useExchangePublicToken() {
  return useMutation({
    mutationFn: ({ public_token, metadata }: FinishedLink) =>
      call('POST /plaid/link/token', { body: { public_token, metadata } }),
    // These callbacks aren't tied to the component, so they also run after the user leaves the screen.
    onSuccess: () => {
      clearPendingLink();
      return queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (isPermanentError(error)) clearPendingLink();
    },
  });
}

/**
 * The state of the syncs. Server events update it. It is also polled, often during a sync and otherwise every
 * minute, in case events don't get through and so that the age of the last sync advances. When a sync ends, the
 * data that it may have changed is refetched.
 */
export function useSyncState() {
  const query = callQuery('GET /user/sync');
  return useQuery({
    ...query,
    queryFn: async ({ signal }) => {
      const next = await call('GET /user/sync', { signal });
      const previous = queryClient.getQueryData(query.queryKey);
      if (previous !== undefined && mayHaveChangedData(previous, next)) invalidateFinancialData();
      return next;
    },
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'idle' ? pollWhileIdle : pollWhileSyncing,
  });
}

/** Starts to sync every linked institution. The sync state shows that at once. */
export function useStartSync() {
  const { queryKey } = callQuery('GET /user/sync');
  return useMutation({
    mutationFn: () => call('POST /user/plaid/sync_transactions'),
    // The call fails at once when offline, instead of showing 'Syncing…' until the network is back.
    networkMode: 'always',
    onSuccess: (started) => {
      queryClient.setQueryData(queryKey, (previous) => ({
        last_sync_pretty: previous?.last_sync_pretty ?? '',
        ...started,
      }));
      queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** The banks that were deleted because access was withdrawn there, in `revoked_institutions`. */
export function useWithdrawnInstitutions() {
  return useQuery(callQuery('GET /institutions'));
}

/** The items with the age of their last sync. Needed only if one of them has a problem. */
export function useLinkedItems(enabled: boolean) {
  return useQuery({ ...callQuery('GET /plaid/link/items'), enabled });
}
