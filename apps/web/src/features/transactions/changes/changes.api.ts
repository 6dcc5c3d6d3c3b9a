import type { CallResponse } from '@cairn/contract/calls';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { undoChange } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { runUndo } from './run-undo.ts';

/** One change by the user. */
export type Change = CallResponse<'GET /user/changes'>['changes'][number];

/** The user's changes of the last 90 days, newest first, page by page. */
export function useChanges() {
  return useInfiniteQuery({
    queryKey: ['GET /user/changes'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /user/changes', { query: pageParam === null ? {} : { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** Undoes a change. Fails with `changed_since` if something was changed again later, unless `force` is given. */
export function useUndoChange() {
  return useMutation({
    mutationFn: ({ id, force }: { id: string; force: boolean }) => undoChange(id, { force }),
  });
}

/** Undoes the newest change that is still in effect, and shows the outcome as a toast. */
export async function undoLastChange(): Promise<void> {
  const copy = transactionsCopy.undo;
  try {
    const { changes } = await call('GET /user/changes', { query: {} });
    const last = changes.find(({ kind, undone_by }) => kind === 'edit' && undone_by === null);
    if (last === undefined) showToast({ id: 'undone', title: copy.nothing });
    else await runUndo((options) => undoChange(last.id, options));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    showToast({ id: 'undone', tone: 'danger', title: copy.failed, description: error.message });
  }
}
