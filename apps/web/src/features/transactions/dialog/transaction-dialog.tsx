import { textSearch } from '@cairn/contract/rules/search/print-search';
import { formatMessage } from '@cairn/contract/text/copy';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { transactionDay, transactionTitle } from '../../../domain/transaction-labels.ts';
import { paths } from '../../../paths.ts';
import { isPermanentError } from '../../../platform/api/api-error.ts';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';
import { formatDay } from '../../../platform/formats/formats.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { LoadingAnnouncement, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { formatSignedMoney } from '../../../ui/money.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { type Transaction, useTransaction } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { CategoryPicker } from './category-picker.tsx';
import { TagPicker } from './tag-picker.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { TransactionNavigation } from './transaction-navigation.tsx';
import { type Direction, findNeighbors } from './transaction-neighbors.ts';

const copy = transactionsCopy.dialog;
const TransactionHistory = lazy(() => loadChunk(() => import('./transaction-history.tsx')));

/** How many rows before the end of the list the next page is loaded. */
const loadAheadRows = 5;

/**
 * The dialog of one transaction: its details, controls, and history, and navigation through the list it was
 * opened from. A transaction that is not in the list is fetched.
 */
export default function TransactionDialog({
  id,
  open,
  rows,
  onNearEnd,
  onChange,
  onClose,
  onClosed,
}: {
  id: string;
  open: boolean;
  /** The list that the dialog navigates. */
  rows: readonly Transaction[];
  onNearEnd: (() => void) | undefined;
  /** Shows another transaction instead. */
  onChange: (id: string) => void;
  onClose: () => void;
  /** Called when the dialog has finished closing. */
  onClosed: () => void;
}) {
  const { transaction, query, removed } = useOpenTransaction({ id, open, rows, onChange });
  const lastKnown = transaction ?? removed;
  const { neighbors, goTo } = useNeighbors(rows, id, onChange);
  const [picker, setPicker] = useState<{ id: string; picks: 'category' | 'tags' } | null>(null);
  // This is kept across transactions, so that the history stays open while the user moves through the list.
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const Picker = picker?.picks === 'tags' ? TagPicker : CategoryPicker;
  const isNearEnd = neighbors.index >= rows.length - loadAheadRows;
  useEffect(() => {
    if (open && isNearEnd && rows.length > 0) onNearEnd?.();
  }, [open, isNearEnd, rows.length, onNearEnd]);
  return (
    <Dialog
      title={lastKnown ? transactionTitle(lastKnown) : copy.title}
      titleHidden
      width="small"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={() => document.querySelector<HTMLElement>(rowSelector(id)) ?? true}
      footer={
        <div className="flex grow items-center justify-between gap-2">
          <TransactionNavigation neighbors={neighbors} paused={picker !== null} onStep={goTo} />
          <Button variant="secondary" className="ml-auto" onClick={onClose}>
            {transactionsCopy.close}
          </Button>
        </div>
      }
    >
      {transaction && (
        <p className="pr-10 text-muted">{formatDay(transactionDay(transaction), 'long')}</p>
      )}
      {transaction ? (
        <TransactionDetails
          key={id}
          transaction={transaction}
          onPickCategory={() => setPicker({ id, picks: 'category' })}
          onPickTags={() => setPicker({ id, picks: 'tags' })}
          onShow={onChange}
        />
      ) : (
        <TransactionPlaceholder removed={removed} query={query} />
      )}
      {lastKnown && (
        <Suspense fallback={<div className="mt-2 h-12" />}>
          <TransactionHistory id={id} open={isHistoryOpen} onOpenChange={setIsHistoryOpen} />
        </Suspense>
      )}
      {transaction && picker?.id === id && (
        <Picker transaction={transaction} onClose={() => setPicker(null)} />
      )}
    </Dialog>
  );
}

/**
 * The transaction to show, from the list or fetched by id. `removed` is its last known version after the
 * API stopped returning it.
 */
function useOpenTransaction({
  id,
  open,
  rows,
  onChange,
}: {
  id: string;
  open: boolean;
  rows: readonly Transaction[];
  onChange: (id: string) => void;
}) {
  const listed = rows.find((row) => row.id === id);
  const query = useTransaction(id, { enabled: listed === undefined });
  const { error } = query;
  const isRejected = error !== null && isPermanentError(error);
  const current = listed ?? query.data;
  // The last version stays on screen while it is refetched, and names a transaction that was removed.
  const [lastSeen, setLastSeen] = useState(current);
  if (current !== undefined && current !== lastSeen) setLastSeen(current);
  const latest = current ?? (lastSeen?.id === id ? lastSeen : undefined);
  // After a rejection, the query still has the version from before the removal.
  const transaction = listed ?? (isRejected ? undefined : error === null ? latest : query.data);
  // A pending transaction that posts while it is open is replaced by the posted one, which has a new id.
  const postedId = transaction?.id === id ? undefined : transaction?.id;
  useEffect(() => {
    if (open && postedId !== undefined) onChange(postedId);
  }, [open, postedId, onChange]);
  const removed = isRejected && transaction === undefined ? latest : undefined;
  return { transaction, query, removed };
}

/** The button of a transaction's row. */
const rowSelector = (id: string) => `[data-transaction="${CSS.escape(id)}"]`;

/** The neighbors of the open transaction in the list, even after it left the list, and a function that opens one. */
function useNeighbors(rows: readonly Transaction[], id: string, onChange: (id: string) => void) {
  const [lastPosition, setLastPosition] = useState({ id, index: -1 });
  const neighbors = findNeighbors(rows, id, lastPosition.id === id ? lastPosition.index : -1);
  if (lastPosition.id !== id || lastPosition.index !== neighbors.index)
    setLastPosition({ id, index: neighbors.index });
  // Keys can repeat faster than the dialog renders, so each step starts from the last requested row.
  const requestedId = useRef<string | null>(null);
  useEffect(() => {
    if (requestedId.current === id) requestedId.current = null;
  }, [id]);
  const goTo = (side: Direction) => {
    const from = requestedId.current;
    const to = (from === null ? neighbors : findNeighbors(rows, from, -1))[side];
    if (to === null) return;
    requestedId.current = to;
    onChange(to);
  };
  return { neighbors, goTo };
}

/** Shown when the open transaction was removed. */
function RemovedTransaction({ transaction }: { transaction: Transaction }) {
  return (
    <EmptyState
      icon={ReceiptText}
      title={copy.removedTitle}
      action={
        <ButtonLink
          variant="secondary"
          to={paths.transactionsMatching(textSearch(transactionTitle(transaction)))}
        >
          {copy.findSimilar}
        </ButtonLink>
      }
    >
      {formatMessage(copy.removed, {
        name: transactionTitle(transaction),
        amount: formatSignedMoney(transaction.amount, transaction.currency),
      })}
    </EmptyState>
  );
}

/** Shown while there is no transaction: it is loading, was removed, was not found, or failed to load. */
function TransactionPlaceholder({
  removed,
  query,
}: {
  removed: Transaction | undefined;
  query: ReturnType<typeof useTransaction>;
}) {
  const { error, isFetching } = query;
  if (removed) return <RemovedTransaction transaction={removed} />;
  if (error === null) {
    return (
      <div className="flex flex-col items-center">
        <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
        <Skeleton className="mt-11 size-14 rounded-2xl" />
        <Skeleton className="mt-4 h-5 w-40" />
        <Skeleton className="mt-3 h-8 w-28 rounded-full" />
        <Skeleton className="mt-7 h-32 w-full" />
      </div>
    );
  }
  if (isPermanentError(error)) {
    return (
      <EmptyState icon={ReceiptText} title={copy.notFoundTitle}>
        {copy.notFound}
      </EmptyState>
    );
  }
  return (
    <ErrorState
      title={copy.loadFailed}
      detail={error.message}
      retry={() => query.refetch()}
      retrying={isFetching}
    />
  );
}
