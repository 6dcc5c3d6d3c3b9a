import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { afterNextFrame } from '../../../platform/browser/after-next-frame.ts';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

const loadFilterBar = () => import('./filter-bar.tsx');
type FilterBarProps = ComponentProps<Awaited<ReturnType<typeof loadFilterBar>>['FilterBar']>;

const FilterBar = lazy(() =>
  loadChunk(async () => ({ default: (await loadFilterBar()).FilterBar })),
);

/**
 * The search and the filters. The code of their dropdowns is as large as the rest of the screen's, so it
 * is loaded once the transactions are.
 */
export function LazyFilterBar(props: FilterBarProps) {
  if (!useCallsSettled()) return <Placeholder />;
  return (
    <Suspense fallback={<Placeholder />}>
      <FilterBar {...props} />
    </Suspense>
  );
}

/** True as soon as no call is in progress, and from then on. */
function useCallsSettled(): boolean {
  const client = useQueryClient();
  const fetching = useIsFetching();
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (idle || fetching > 0) return;
    let isUnmounted = false;
    // The effects after this one may start a call, and the rows are painted before more code is loaded.
    afterNextFrame(() => !isUnmounted && setIdle(client.isFetching() === 0));
    return () => {
      isUnmounted = true;
    };
  }, [idle, fetching, client]);
  return idle;
}

/** Has the same height as the filter bar, so that nothing moves when it appears. */
function Placeholder() {
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-start">
      <Skeleton className="h-10 rounded-control touch:h-11 lg:max-w-90 lg:grow" />
      {/* A narrow phone fits two filters on a line. */}
      <div className="flex gap-1.5 py-1 lg:py-0 *:h-10 *:w-32 *:rounded-control touch:*:h-11 max-sm:*:grow max-[22.5rem]:flex-wrap sm:gap-2">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  );
}
