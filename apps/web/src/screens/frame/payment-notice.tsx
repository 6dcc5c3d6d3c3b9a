import { useIsFetching } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSubscription } from '../../features/billing/billing.api.ts';
import { isLoadingChunk } from '../../platform/browser/chunk-loading.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session/session.ts';

/** After this many milliseconds without requests, a screen is considered loaded. */
const idleDelay = 1_000;

// The banner is optional: if its code doesn't load, it is not shown until the next visit.
const GraceBanner = lazy(() =>
  import('../../features/billing/grace-banner.tsx').then(
    ({ GraceBanner: banner }) => ({ default: banner }),
    () => ({ default: () => null }),
  ),
);

/**
 * Warns paid users of a failed renewal. Its request is sent after the screen has loaded, and its code is
 * loaded only for users with a failed renewal.
 */
export function PaymentNotice() {
  const demo = useDemoMode();
  const isPaid = useSession()?.claims.subscription === 'paid';
  const isNetworkIdle = useNetworkIdle();
  const { data } = useSubscription(isNetworkIdle && isPaid && !demo);
  if (data?.state !== 'grace' || !isPaid || demo) return null;
  return (
    <Suspense>
      <GraceBanner />
    </Suspense>
  );
}

/** Becomes true, for good, once no request or chunk has been loading for `idleDelay`. */
function useNetworkIdle(): boolean {
  const fetchCount = useIsFetching();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isIdle || fetchCount > 0) return;
    // A loading chunk will make further requests.
    const timer = setInterval(() => setIdle(!isLoadingChunk()), idleDelay);
    return () => clearInterval(timer);
  }, [isIdle, fetchCount]);
  return isIdle;
}
