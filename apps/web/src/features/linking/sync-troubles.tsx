import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { placeholders, Skeleton } from '../../ui/skeleton.tsx';
import { useLinkedItems, useSyncState, useWithdrawn } from './linking.api.ts';

const ConnectionNotes = lazy(() =>
  loadChunk(async () => ({ default: (await import('./connection-notes.tsx')).ConnectionNotes })),
);

/** What is below waits so long at most for what there is to say above it, in milliseconds. */
const waitAtMost = 3_000;

/**
 * Says of each institution that is gone because access was withdrawn at the bank, that could not be
 * brought up to date, or has something to say, what it is and what helps, above a screen. Most days there is nothing, and its code is not loaded. Notes that came after the screen
 * would push it down under the reader: so it is drawn when it is known whether there are any, while all it
 * needs is asked for already.
 */
export function SyncTroubles({ children }: { children: ReactNode }) {
  const { data, isError } = useSyncState();
  // The one whose bank's page is open stays, well again or not, until that is closed.
  const [mending, setMending] = useState<string | null>(null);
  const [noted, setNoted] = useState(false);
  const notable =
    data?.items.filter(
      ({ item_id, error, notice }) => error !== null || notice !== null || item_id === mending,
    ) ?? [];
  const demo = useDemoMode();
  const withdrawn = useWithdrawn();
  const silent = notable.length === 0 && !withdrawn.data?.withdrawn.length;
  // How old a bank's rows are is part of its note: asked for while the note's code comes.
  const linked = useLinkedItems(notable.length > 0 && !demo);
  const said = silent || (noted && !linked.isLoading);
  const settled = useSettled((data !== undefined && !withdrawn.isPending && said) || isError);
  return (
    <div className="relative">
      {!settled && <Waiting />}
      <div
        role="status"
        className={silent ? 'contents' : `mb-6 flex flex-col gap-2 ${settled ? '' : 'invisible'}`}
      >
        {!silent && (
          <Suspense>
            <ConnectionNotes items={notable} onMending={setMending} />
            <Drawn onDrawn={setNoted} />
          </Suspense>
        )}
      </div>
      <div className={settled ? undefined : 'invisible'}>{children}</div>
    </div>
  );
}

/** Stands where the screen will be, when that takes a while. */
function Waiting() {
  return (
    <div className="appear-late absolute inset-x-0 top-0 flex flex-col gap-6">
      {placeholders(2).map((key) => (
        <Skeleton key={key} className="h-72 rounded-2xl" />
      ))}
    </div>
  );
}

/** Whether something held once, or has been waited for long enough. */
function useSettled(holds: boolean): boolean {
  const [settled, setSettled] = useState(holds);
  if (holds && !settled) setSettled(true);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), waitAtMost);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/** Says that what it stands beside is drawn. */
function Drawn({ onDrawn }: { onDrawn: (drawn: true) => void }) {
  useEffect(() => onDrawn(true), [onDrawn]);
  return null;
}
