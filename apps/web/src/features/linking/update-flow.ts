import { useState } from 'react';
import { isPermanentError } from '../../platform/api/api-error.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { linkExitMessage } from './link-exit-message.ts';
import { useLinkFlow } from './link-flow.ts';
import { useLinkScript, useReportUpdated, useUpdateModeToken } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';

/**
 * Runs the link flow in update mode for an item (the aggregator's id), where the user signs in again or chooses
 * accounts. The access token stays the same, so nothing is exchanged; the server is notified and syncs the item.
 * The problem may be resolved before the flow is closed, so the component must stay mounted until `onRunning` is
 * called with false.
 */
export function useUpdateFlow(
  itemId: string,
  onRunning: (running: boolean) => void,
  onUpdated?: () => void,
) {
  const script = useLinkScript(true);
  const token = useUpdateModeToken();
  const updated = useReportUpdated();
  const flow = useLinkFlow();
  const [note, setNote] = useState<string | null>(null);

  const notifyServer = () =>
    updated.mutate(itemId, {
      onSuccess: () => {
        showToast({ title: linkingCopy.updated });
        onUpdated?.();
      },
      onSettled: () => onRunning(false),
    });

  const start = async (chooseAccounts = false) => {
    setNote(null);
    // The flow was completed, but the server hasn't been notified yet.
    if (updated.isError && !isPermanentError(updated.error)) return notifyServer();
    updated.reset();
    const link = script.data ?? (await script.refetch()).data;
    if (link === undefined) return setNote(linkingCopy.scriptFailed.note);
    token.mutate(
      { item_id: itemId, ...(chooseAccounts && { choose_accounts: true }) },
      {
        onSuccess: (response) => {
          onRunning(true);
          flow.start(
            link.create({
              token: response.token,
              onSuccess: () => {
                flow.end();
                notifyServer();
              },
              onExit: (error) => {
                flow.end();
                onRunning(false);
                setNote(linkExitMessage(error));
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
