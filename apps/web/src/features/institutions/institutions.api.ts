import type { CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { callQuery, invalidateMoney, queryClient } from '../../platform/query-client.ts';

/** One linked institution. */
export type LinkedInstitution = CallReply<'GET /institutions'>['link_tokens'][number];

/** The linked institutions, and whether the exchange is linked. */
export function useInstitutions() {
  return useQuery(callQuery('GET /institutions'));
}

/** One linked institution with its accounts and how its last sync went. */
export type Institution = CallReply<'GET /institution/:id'>;

/** While it is being unlinked it is asked for again until it is gone. */
const pollWhileUnlinking = 2_000;

export function useInstitution(id: string) {
  return useQuery({
    ...callQuery('GET /institution/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.token.unlinking ? pollWhileUnlinking : false),
  });
}

/** What the syncs of an institution brought. */
export function useSyncHistory(id: string, enabled: boolean) {
  return useQuery({ ...callQuery('GET /institution/:id/history', { params: { id } }), enabled });
}

/** Has an institution unlinked; what is deleted with it is asked for again. */
export function useUnlinkInstitution(id: string) {
  return useMutation({
    mutationFn: () => call('DELETE /institution/:id', { params: { id } }),
    onSuccess: async () => {
      await invalidateMoney();
      await queryClient.invalidateQueries({ queryKey: ['GET /user/sync'] });
    },
  });
}
