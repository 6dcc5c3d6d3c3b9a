import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { placeholderKeys, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useLinkedItems, useSyncState, useWithdrawnInstitutions } from './linking.api.ts';

const LazyItemNotices = lazy(() =>
  loadChunk(async () => ({ default: (await import('./item-notices.tsx')).ItemNotices })),
);

/** Milliseconds that the screen waits for the notices above it. */
const maxWait = 3_000;

/**
 * Notices above a screen about items that failed to sync, have a notice, or were deleted because access was withdrawn
 * at the bank. Usually there are none, so their code is loaded only when needed. The screen stays invisible until
 * it is known whether there are notices, because they would push it down; it loads its data in the meantime.
 */
export function SyncProblems({
  placeholder = <Placeholder />,
  children,
}: {
  /** Shown in place of the screen if waiting takes longer. It has the screen's shape. */
  placeholder?: ReactNode;
  children: ReactNode;
}) {
  const { data, isError } = useSyncState();
  // An item's notice stays visible while its link flow is open, even if its problem is resolved.
  const [openItemId, setOpenItemId] = useState<string | null>(null);
  const [isRendered, setRendered] = useState(false);
  const itemsWithNotice =
    data?.items.filter(
      ({ item_id, error, notice }) => error !== null || notice !== null || item_id === openItemId,
    ) ?? [];
  const demo = useDemoMode();
  const withdrawn = useWithdrawnInstitutions();
  const isEmpty = itemsWithNotice.length === 0 && !withdrawn.data?.revoked_institutions.length;
  // Notices show the age of the data, which is fetched while their code loads.
  const linked = useLinkedItems(itemsWithNotice.length > 0 && !demo);
  const isReady = isEmpty || (isRendered && !linked.isLoading);
  const settled = useSettled((data !== undefined && !withdrawn.isPending && isReady) || isError);
  return (
    <div className="relative">
      {!settled && <div className="appear-late absolute inset-x-0 top-0">{placeholder}</div>}
      <div
        role="status"
        className={isEmpty ? 'contents' : `mb-6 flex flex-col gap-2 ${settled ? '' : 'invisible'}`}
      >
        {!isEmpty && (
          <Suspense>
            <LazyItemNotices items={itemsWithNotice} onOpenItemChange={setOpenItemId} />
            <RenderSignal onRendered={setRendered} />
          </Suspense>
        )}
      </div>
      <div className={settled ? undefined : 'invisible'}>{children}</div>
    </div>
  );
}

/** A placeholder in the shape of most screens. */
function Placeholder() {
  return (
    <div className="flex flex-col gap-6">
      {placeholderKeys(2).map((key) => (
        <Skeleton key={key} className="h-72 rounded-card" />
      ))}
    </div>
  );
}

/** True once `isSettled` has been true, or after the maximum wait. */
function useSettled(isSettled: boolean): boolean {
  const [settled, setSettled] = useState(isSettled);
  if (isSettled && !settled) setSettled(true);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), maxWait);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/** Signals that its lazy siblings have rendered. */
function RenderSignal({ onRendered }: { onRendered: (rendered: true) => void }) {
  useEffect(() => onRendered(true), [onRendered]);
  return null;
}
