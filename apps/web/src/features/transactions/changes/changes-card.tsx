import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { formatInstant } from '../../../platform/formats/format-instant.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingAnnouncement, placeholderKeys, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showReadOnlyToast, showToast } from '../../../ui/overlay/toast.ts';
import { useTags } from '../tags/tags.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';
import { type Change, useChanges, useUndoChange } from './changes.api.ts';
import { canUndo, changeDetails, changeTitle } from './describe-change.ts';
import { isChangedSince } from './run-undo.ts';

const copy = transactionsCopy.changes;

/** What the user changed about transactions in the last 90 days, newest first, each with Undo. */
export function ChangesCard() {
  const query = useChanges();
  const { data, error, dataUpdatedAt } = query;
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  const isTagged = changes.some(({ examples }) => examples.some(({ after }) => after.tags?.length));
  const tags = useTags({ enabled: isTagged });
  const tagNames = new Map(tags.data?.tags.map(({ id, name }) => [id, name]));
  return (
    <Card
      id="changes"
      tabIndex={-1}
      title={copy.title}
      bodyClass="px-5 pt-1 pb-4 sm:px-6"
      aria-busy={query.isFetchingNextPage}
    >
      {error && (
        <ErrorState
          title={data ? copy.loadMoreFailed : copy.loadFailed}
          detail={error.message}
          since={data ? dataUpdatedAt : undefined}
          className={data ? 'my-2' : 'py-6'}
          retry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          retrying={query.isFetching}
        />
      )}
      {!data && !error && <Loading />}
      {data && changes.length === 0 && (
        <EmptyState title={copy.emptyTitle} className="py-6">
          {copy.empty}
        </EmptyState>
      )}
      <ol className="divide-y divide-line">
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} details={changeDetails(change, tagNames)} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {copy.showMore}
        </Button>
      )}
    </Card>
  );
}

function ChangeRow({ change, details }: { change: Change; details: readonly string[] }) {
  const demo = useDemoMode();
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoChange();
  const title = changeTitle(change);
  const isUndo = change.kind === 'undo';
  const start = (force: boolean) => {
    if (demo) return showReadOnlyToast();
    undo.mutate(
      { id: change.id, force },
      {
        onSuccess: () => {
          setAsking(false);
          showToast({ id: 'undone', title: transactionsCopy.undo.done });
        },
        onError: (error) => setAsking(isChangedSince(error)),
      },
    );
  };
  const failure = undo.error && !isChangedSince(undo.error) ? undo.error : null;
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {isUndo && <Badge>{copy.undo}</Badge>}
          {change.undone_by !== null && <Badge>{copy.undone}</Badge>}
        </p>
        {details.map((detail) => (
          <p key={detail} className="line-clamp-3 wrap-anywhere text-muted">
            {detail}
          </p>
        ))}
        {change.pending > 0 && (
          <p className="text-muted">
            {formatPlural(change.pending, transactionsCopy.selection.remaining)}
          </p>
        )}
        <time dateTime={change.at} className="text-xs text-muted">
          {formatInstant(change.at)}
        </time>
        <div role="alert" className="text-danger empty:hidden">
          {failure && formatMessage(copy.undoFailed, { reason: failure.message })}
        </div>
      </div>
      {canUndo(change) && (
        <Button
          variant="ghost"
          size="small"
          className="-mr-3 text-accent"
          busy={undo.isPending && !isAsking}
          aria-label={formatMessage(isUndo ? copy.redoChange : copy.undoChange, {
            change: [title, ...details].join(', '),
          })}
          onClick={() => start(false)}
        >
          {isUndo ? copy.redo : transactionsCopy.undo.action}
        </Button>
      )}
      <Dialog
        title={transactionsCopy.undo.changedSince}
        description={transactionsCopy.undo.forceNote}
        width="small"
        open={isAsking}
        onOpenChange={setAsking}
        footer={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              {transactionsCopy.cancel}
            </Button>
            <Button busy={undo.isPending} onClick={() => start(true)}>
              {transactionsCopy.undo.force}
            </Button>
          </>
        }
      />
    </li>
  );
}

function Loading() {
  return (
    <div className="divide-y divide-line">
      <LoadingAnnouncement>{copy.loading}</LoadingAnnouncement>
      {placeholderKeys(4).map((key) => (
        <div key={key} className="flex items-center gap-3 py-2.5">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="ml-auto h-6 w-14" />
        </div>
      ))}
    </div>
  );
}
