import { useIsFetching } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isLoadingChunk } from '../../platform/chunk-failure.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session.ts';

/** Quiet for so many milliseconds, a screen has all it asked for. */
const quietFor = 1_000;

// Without it the app is whole: when its code does not load, there is none until the next visit.
const GraceBanner = lazy(() =>
  import('../../features/billing/grace-banner.tsx').then(
    ({ GraceBanner: banner }) => ({ default: banner }),
    () => ({ default: () => null }),
  ),
);

/** Tells paid people of a renewal that failed. Its code and its call wait until the screen is there. */
export function PaymentNotice() {
  const demo = useDemoMode();
  const paid = useSession()?.claims.subscription === 'paid';
  const ready = useQuiet();
  if (!ready || !paid || demo) return null;
  return (
    <Suspense>
      <GraceBanner />
    </Suspense>
  );
}

/** Whether nothing was asked of the server for a moment, once. */
function useQuiet(): boolean {
  const fetching = useIsFetching();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if (quiet || fetching > 0) return;
    // A part of the screen that is on its way will ask for more.
    const timer = setInterval(() => setQuiet(!isLoadingChunk()), quietFor);
    return () => clearInterval(timer);
  }, [quiet, fetching]);
  return quiet;
}
