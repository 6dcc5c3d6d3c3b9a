import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { useTransactionInAddress } from './transaction-address.ts';
import type { Transaction } from './transactions.api.ts';

const TransactionDialog = lazy(() => loadChunk(() => import('./transaction-dialog.tsx')));

/**
 * The dialog of the transaction that the address names, over the list that the page has. `onNearEnd`
 * is told when the last rows of the list are shown in it.
 */
export function ShownTransaction({
  rows,
  onNearEnd,
}: {
  rows: readonly Transaction[];
  onNearEnd?: () => void;
}) {
  const { id, change, close } = useTransactionInAddress();
  // The last one stays while its dialog goes from sight.
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  if (last === null) return null;
  return (
    <Suspense>
      <TransactionDialog
        id={last}
        open={id !== null}
        rows={rows}
        onNearEnd={onNearEnd}
        onChange={change}
        onClose={close}
        onClosed={() => setLast(null)}
      />
    </Suspense>
  );
}
