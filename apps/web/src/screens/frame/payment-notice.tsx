import { useIsFetching } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSubscription } from '../../features/billing/billing.api.ts';
import { isLoadingChunk } from '../../platform/browser/chunk-loading.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session/session.ts';

/** Milliseconds without requests after which a screen counts as loaded. */
const idleDelay = 1_000;

// The banner is optional: if its code doesn't load, it is not shown until the next visit.
const GraceBanner = lazy(() =>
  import('../../features/billing/grace-banner.tsx').then(
    ({ GraceBanner: banner }) => ({ default: banner }),
    () => ({ default: () => null }),
  ),
);

/**
 * Warns paid users of a failed renewal. Its call waits until the screen has loaded, and its code is
 * loaded only for users with a failed renewal.
 */
export function PaymentNotice() {
  const demo = useDemoMode();
  const paid = useSession()?.claims.subscription === 'paid';
  const ready = useNetworkIdle();
  const { data } = useSubscription(ready && paid && !demo);
  if (data?.state !== 'grace' || !paid || demo) return null;
  return (
    <Suspense>
      <GraceBanner />
    </Suspense>
  );
}

/** Becomes true, for good, once no request or chunk has been loading for `idleDelay`. */
function useNetworkIdle(): boolean {
  const fetching = useIsFetching();
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (idle || fetching > 0) return;
    // A loading chunk will make further requests.
    const timer = setInterval(() => setIdle(!isLoadingChunk()), idleDelay);
    return () => clearInterval(timer);
  }, [idle, fetching]);
  return idle;
}
