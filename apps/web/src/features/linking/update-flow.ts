import { useState } from 'react';
import { isRefusal } from '../../platform/api-error.ts';
import { showToast } from '../../ui/toast.ts';
import { exitNote } from './exit-note.ts';
import { useLinkFlow } from './link-flow.ts';
import { useLinkScript, useNoteUpdated, useUpdateToken } from './linking.api.ts';

/**
 * Runs the link script in update mode for a bank (the aggregator's id): the person signs in there again, or
 * chooses the accounts anew. The key stays the same, so nothing is exchanged afterwards; the server is told,
 * and a sync shows whether it worked. The bank may be well again before the flow is closed: whoever shows this
 * keeps it there while `onRunning` says so.
 */
export function useUpdateFlow(
  itemId: string,
  onRunning: (running: boolean) => void,
  onUpdated?: () => void,
) {
  const script = useLinkScript(true);
  const token = useUpdateToken();
  const updated = useNoteUpdated();
  const flow = useLinkFlow();
  const [note, setNote] = useState<string | null>(null);

  const say = () =>
    updated.mutate(itemId, {
      onSuccess: () => {
        showToast({ title: 'Done. Asking the bank for what is new.' });
        onUpdated?.();
      },
      onSettled: () => onRunning(false),
    });

  const start = async (chooseAccounts = false) => {
    setNote(null);
    // It was gone through, and the server does not know yet.
    if (updated.isError && !isRefusal(updated.error)) return say();
    updated.reset();
    const link = script.data ?? (await script.refetch()).data;
    if (link === undefined) return setNote('The bank’s link page did not load. Please try again.');
    token.mutate(
      { item_id: itemId, ...(chooseAccounts && { choose_accounts: true }) },
      {
        onSuccess: (fresh) => {
          onRunning(true);
          flow.start(
            link.create({
              token: fresh.token,
              onSuccess: () => {
                flow.end();
                say();
              },
              onExit: (error) => {
                flow.end();
                onRunning(false);
                setNote(exitNote(error));
              },
            }),
          );
        },
      },
    );
  };
  return {
    start,
    busy: token.isPending || flow.running || updated.isPending || script.isFetching,
    note: token.error?.message ?? updated.error?.message ?? note,
  };
}
