import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/api-client.ts';
import {
  callQuery,
  invalidateFinancialData,
  queryClient,
} from '../../platform/api/query-client.ts';

/** One linked institution. */
export type LinkedInstitution = CallResponse<'GET /institutions'>['link_tokens'][number];

/** The linked institutions, and whether the exchange is linked. */
export function useInstitutions() {
  return useQuery(callQuery('GET /institutions'));
}

/** One linked institution with its accounts and its last sync. */
export type Institution = CallResponse<'GET /institution/:id'>;

/** Milliseconds between polls while an institution is being unlinked. */
const pollWhileUnlinking = 2_000;

export function useInstitution(id: string) {
  return useQuery({
    ...callQuery('GET /institution/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.token.unlinking ? pollWhileUnlinking : false),
  });
}

/** The results of an institution's syncs. */
export function useSyncHistory(id: string, enabled: boolean) {
  return useQuery({ ...callQuery('GET /institution/:id/history', { params: { id } }), enabled });
}

/** Unlinks an institution, then refetches everything that included its data. */
export function useUnlinkInstitution(id: string) {
  return useMutation({
    mutationFn: () => call('DELETE /institution/:id', { params: { id } }),
    onSuccess: async () => {
      await invalidateFinancialData();
      await queryClient.invalidateQueries({ queryKey: ['GET /user/sync'] });
    },
  });
}
