import type { CallBody, CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import {
  callQuery,
  invalidateFinancialData,
  queryClient,
} from '../../../platform/api/query-client.ts';

/** A user's label for transactions. */
export type Tag = CallResponse<'GET /user/tags'>['tags'][number];

const tagsQuery = callQuery('GET /user/tags');

/** The user's tags by name. */
export function useTags({ enabled }: { enabled: boolean }) {
  return useQuery({ ...tagsQuery, enabled });
}

/** Creates a tag, by default with the next color, and adds it to the list. */
export function useCreateTag() {
  return useMutation({
    mutationFn: (body: CallBody<'POST /user/tags'>) => call('POST /user/tags', { body }),
    onSuccess: (created) => updateTags((tags) => [...tags, created]),
  });
}

/** Renames a tag or changes its color. */
export function useChangeTag(id: string) {
  return useMutation({
    mutationFn: (body: CallBody<'PATCH /user/tags/:id'>) =>
      call('PATCH /user/tags/:id', { params: { id }, body }),
    onSuccess: (changed) =>
      updateTags((tags) => tags.map((tag) => (tag.id === id ? changed : tag))),
  });
}

/** Deletes a tag, and removes it from every transaction. */
export function useDeleteTag(id: string) {
  return useMutation({
    mutationFn: () => call('DELETE /user/tags/:id', { params: { id } }),
    onSuccess: () => {
      updateTags((tags) => tags.filter((tag) => tag.id !== id));
      // The lists still have its id in their rows.
      void invalidateFinancialData();
    },
  });
}

/** Changes the cached list of tags, and sorts it by name. */
function updateTags(change: (tags: readonly Tag[]) => readonly Tag[]): void {
  queryClient.setQueryData(
    tagsQuery.queryKey,
    (cached) => cached && { tags: change(cached.tags).toSorted(byName) },
  );
}

const byName = (one: Tag, other: Tag): number => one.name.localeCompare(other.name);
