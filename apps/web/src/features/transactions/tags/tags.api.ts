import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { callQuery, queryClient } from '../../../platform/api/query-client.ts';

/** A user's label for transactions. */
export type Tag = CallResponse<'GET /user/tags'>['tags'][number];

const tagsQuery = callQuery('GET /user/tags');

/** The user's tags by name. */
export function useTags({ enabled }: { enabled: boolean }) {
  return useQuery({ ...tagsQuery, enabled });
}

/** Creates a tag with the next color, and adds it to the list. */
export function useCreateTag() {
  return useMutation({
    mutationFn: (name: string) => call('POST /user/tags', { body: { name } }),
    onSuccess: (created) => {
      queryClient.setQueryData(
        tagsQuery.queryKey,
        (cached) => cached && { tags: [...cached.tags, created].sort(byName) },
      );
    },
  });
}

const byName = (one: Tag, other: Tag): number => one.name.localeCompare(other.name);
