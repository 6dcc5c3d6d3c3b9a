import type { CallBody } from '@cairn/contract/calls';
import { formatPlural } from '@cairn/contract/text/copy';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { invalidateFinancialData } from '../../../platform/api/query-client.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { runUndo } from '../changes/run-undo.ts';
import { filterToBody, type TransactionFilter } from '../filter/transaction-filter.ts';
import { undoChange } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import type { Selection } from './selection.ts';

const copy = transactionsCopy.selection;

/** How to change the selected transactions. Omitted fields don't change. */
export type BulkChange = CallBody<'POST /user/transactions/bulk'>['change'];

/** In milliseconds: how often the progress of a change is requested. */
const progressInterval = 1_000;
/** In milliseconds, as for the undo of a single change. */
const undoTimeout = 10_000;
const toastId = 'bulk change';

/** Changes the selected transactions, and shows the progress and an offer to undo it. */
export function useBulkChange(filter: TransactionFilter) {
  return useMutation({
    mutationFn: ({ selection, change }: { selection: Selection; change: BulkChange }) =>
      call('POST /user/transactions/bulk', {
        body: selection.isAll
          ? { filter: filterToBody(filter), change }
          : { ids: [...selection.ids], change },
      }),
    onSuccess: ({ change_id }) => {
      if (change_id === null) return showToast({ id: toastId, title: copy.unchanged });
      // Not awaited: the user can continue while the change is being applied.
      void showProgress(change_id);
    },
  });
}

/** Shows how many transactions a change is still to be applied to, and at the end an offer to undo it. */
async function showProgress(id: string): Promise<void> {
  const change = await findChange(id);
  void invalidateFinancialData();
  if (change === undefined) return;
  if (change.pending > 0) {
    showToast({
      id: toastId,
      title: formatPlural(change.count - change.pending, copy.progress),
      description: formatPlural(change.pending, copy.remaining),
      timeout: 5 * progressInterval,
    });
    setTimeout(() => void showProgress(id), progressInterval);
    return;
  }
  showToast({
    id: toastId,
    title: formatPlural(change.count, copy.changed),
    timeout: undoTimeout,
    action: {
      label: transactionsCopy.undo.action,
      shortcut: 'undo',
      onPress: () => void runUndo((options) => undoBulkChange(id, options)),
    },
  });
}

/** The change, if it is among the newest ones. Undefined without a connection too: Recent changes shows it later. */
async function findChange(id: string) {
  try {
    const { changes } = await call('GET /user/changes', { query: {} });
    return changes.find((change) => change.id === id);
  } catch {
    return undefined;
  }
}

async function undoBulkChange(id: string, options: { force: boolean }): Promise<void> {
  await undoChange(id, options);
  void invalidateFinancialData();
}
