import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { isRefusal } from '../../platform/api-error.ts';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { formatDay, formatMoney } from '../../platform/formats.ts';
import { dayOf, titleOf } from '../../platform/transaction-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { neighboursOf, type Side } from './transaction-neighbours.ts';
import { TransactionSteps } from './transaction-steps.tsx';
import { type Transaction, useTransaction } from './transactions.api.ts';

const TransactionStory = lazy(() => loadChunk(() => import('./transaction-story.tsx')));

/** So few rows before the end of a list more are loaded, for whoever goes through it one by one. */
const nearEnd = 5;

/**
 * Everything about one transaction, what the person may decide about it, and the way to those beside
 * it in the list. One that the list has not is asked for.
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
  /** The list that the dialog goes through. */
  rows: readonly Transaction[];
  onNearEnd: (() => void) | undefined;
  /** Shows another transaction in its place. */
  onChange: (id: string) => void;
  onClose: () => void;
  /** When it has gone from sight. */
  onClosed: () => void;
}) {
  const { transaction, query, gone } = useShown({ id, open, rows, onChange });
  const shown = transaction ?? gone;
  const { beside, goTo } = useNeighbours(rows, id, onChange);
  const [picking, setPicking] = useState<string | null>(null);
  // It stays open for whoever goes through the list, and while another row is still loading.
  const [isStoryOpen, setIsStoryOpen] = useState(false);
  const isNearEnd = beside.at >= rows.length - nearEnd;
  useEffect(() => {
    if (open && isNearEnd && rows.length > 0) onNearEnd?.();
  }, [open, isNearEnd, rows.length, onNearEnd]);
  return (
    <Dialog
      title={shown ? titleOf(shown) : 'Transaction'}
      titleHidden
      width="small"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={() => document.querySelector<HTMLElement>(rowSelector(id)) ?? true}
      footer={
        <div className="flex grow items-center justify-between gap-2">
          <TransactionSteps beside={beside} paused={picking !== null} onStep={goTo} />
          <Button variant="secondary" className="ml-auto" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    >
      {transaction && <p className="pr-10 text-muted">{formatDay(dayOf(transaction), 'long')}</p>}
      {transaction ? (
        <TransactionDetails
          key={id}
          transaction={transaction}
          onPick={() => setPicking(id)}
          onShow={onChange}
        />
      ) : (
        <Missing gone={gone} query={query} />
      )}
      {shown && (
        <Suspense fallback={<div className="mt-2 h-12" />}>
          <TransactionStory id={id} open={isStoryOpen} onOpenChange={setIsStoryOpen} />
        </Suspense>
      )}
      {transaction && picking === id && (
        <CategoryPicker transaction={transaction} onClose={() => setPicking(null)} />
      )}
    </Dialog>
  );
}

/** The transaction to show: from the list, or asked for; or the one that was shown and is no more. */
function useShown({
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
  const isRefused = error !== null && isRefusal(error);
  const read = listed ?? query.data;
  // The last that was known of it stays while it is asked for, and says what has gone.
  const [known, setKnown] = useState(read);
  if (read !== undefined && read !== known) setKnown(read);
  const last = read ?? (known?.id === id ? known : undefined);
  // What was read before it was taken back is still in the cache.
  const found = listed ?? (isRefused ? undefined : error === null ? last : query.data);
  // A pending one that posts while it is looked at goes on as the posted one.
  const postedId = found?.id === id ? undefined : found?.id;
  useEffect(() => {
    if (open && postedId !== undefined) onChange(postedId);
  }, [open, postedId, onChange]);
  return { transaction: found, query, gone: isRefused && found === undefined ? last : undefined };
}

/** The button of a transaction's row. */
const rowSelector = (id: string) => `[data-transaction="${CSS.escape(id)}"]`;

/** The rows beside the one that is shown, also after it has left the list, and the way to them. */
function useNeighbours(rows: readonly Transaction[], id: string, onChange: (id: string) => void) {
  const [place, setPlace] = useState({ id, at: -1 });
  const beside = neighboursOf(rows, id, place.id === id ? place.at : -1);
  if (place.id !== id || place.at !== beside.at) setPlace({ id, at: beside.at });
  // Keys can come faster than what they lead to is shown: each goes on from where the last one led.
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === id) wanted.current = null;
  }, [id]);
  const goTo = (side: Side) => {
    const from = wanted.current;
    const to = (from === null ? beside : neighboursOf(rows, from, -1))[side];
    if (to === null) return;
    wanted.current = to;
    onChange(to);
  };
  return { beside, goTo };
}

/** What stands in the place of a transaction that was here a moment ago. */
function Gone({ transaction }: { transaction: Transaction }) {
  return (
    <EmptyState
      icon={ReceiptText}
      title="This transaction is gone"
      action={
        <ButtonLink variant="secondary" to={paths.transactionsLike(titleOf(transaction))}>
          Look for others like it
        </ButtonLink>
      }
    >
      {titleOf(transaction)}, {formatMoney(transaction.amount, transaction.currency)}: its bank has
      taken it back, or is not linked any more. It is counted nowhere.
    </EmptyState>
  );
}

/** What stands in the place of a transaction that is not known yet, not there, or could not be read. */
function Missing({
  gone,
  query,
}: {
  gone: Transaction | undefined;
  query: ReturnType<typeof useTransaction>;
}) {
  const { error, isFetching } = query;
  if (gone) return <Gone transaction={gone} />;
  if (error === null) {
    return (
      <div className="flex flex-col items-center">
        <LoadingNote>Loading the transaction</LoadingNote>
        <Skeleton className="mt-11 size-14 rounded-2xl" />
        <Skeleton className="mt-4 h-5 w-40" />
        <Skeleton className="mt-3 h-8 w-28 rounded-full" />
        <Skeleton className="mt-7 h-32 w-full" />
      </div>
    );
  }
  if (isRefusal(error)) {
    return (
      <EmptyState icon={ReceiptText} title="This transaction is not there">
        Its bank may have taken it back, or the link is not complete.
      </EmptyState>
    );
  }
  return (
    <ErrorState
      title="The transaction could not be loaded"
      detail={error.message}
      retry={() => query.refetch()}
      retrying={isFetching}
    />
  );
}
