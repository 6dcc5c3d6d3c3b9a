import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { useSyncState } from './linking.api.ts';

const ConnectionNotes = lazy(() =>
  loadChunk(async () => ({ default: (await import('./connection-notes.tsx')).ConnectionNotes })),
);

/**
 * Says of each institution that could not be brought up to date, or has something to say, what it is and what
 * helps. Most days there is nothing, and its code is not loaded.
 */
export function SyncTroubles() {
  const { data } = useSyncState();
  // The one whose bank's page is open stays, well again or not, until that is closed.
  const [mending, setMending] = useState<string | null>(null);
  const notable =
    data?.items.filter(
      ({ item_id, error, notice }) => error !== null || notice !== null || item_id === mending,
    ) ?? [];
  return (
    <div role="status" className={notable.length === 0 ? 'contents' : 'mb-6 flex flex-col gap-2'}>
      {notable.length > 0 && (
        <Suspense>
          <ConnectionNotes items={notable} onMending={setMending} />
        </Suspense>
      )}
    </div>
  );
}
