import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';
import type { Transaction } from '../transactions.api.ts';
import { useTransactionParam } from './transaction-param.ts';

const TransactionDialog = lazy(() => loadChunk(() => import('./transaction-dialog.tsx')));

/**
 * The dialog of the transaction that the URL opens, on top of the page's list of transactions.
 *
 * @param onNearEnd Called when the dialog shows one of the last rows, so that more can be loaded.
 */
export function OpenTransaction({
  rows,
  onNearEnd,
}: {
  rows: readonly Transaction[];
  onNearEnd?: () => void;
}) {
  const { id, change, close } = useTransactionParam();
  // The last transaction stays mounted while its dialog closes.
  const [lastId, setLastId] = useState(id);
  if (id !== null && id !== lastId) setLastId(id);
  if (lastId === null) return null;
  return (
    <Suspense>
      <TransactionDialog
        id={lastId}
        open={id !== null}
        rows={rows}
        onNearEnd={onNearEnd}
        onChange={change}
        onClose={close}
        onClosed={() => setLastId(null)}
      />
    </Suspense>
  );
}
