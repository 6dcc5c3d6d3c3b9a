import { lazy, Suspense, useEffect, useState } from 'react';
import { useSubscription } from '../../features/billing/billing.api.ts';
import { SubscriptionNote } from '../../features/billing/subscription-note.tsx';
import { hasFullAccess } from '../../features/billing/subscription-summary.ts';
import { loadChunk, preloadChunk } from '../../platform/browser/chunk-loading.ts';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/feedback/spinner.tsx';
import { Logo } from '../../ui/logo.tsx';
import { screensCopy } from '../screens.copy.ts';

const upgradeCopy = screensCopy.upgrade;

const loadModal = async () => ({
  default: (await import('../../features/billing/upgrade-modal.tsx')).UpgradeModal,
});
const UpgradeModal = lazy(() => loadChunk(loadModal));

/** Shown to free users instead of the app. */
export function UpgradeScreen() {
  const [upgrading, setUpgrading] = useState(false);
  const { subscription, settled } = useSettledSubscription();
  if (!settled) return <Loading />;
  if (subscription && hasFullAccess(subscription)) return <Opening />;
  const ended = subscription?.state === 'ended';
  const paymentPending = subscription?.payment === 'pending';
  return (
    <div className="grid min-h-[65dvh] place-items-center">
      <title>{upgradeCopy.pageTitle}</title>
      <div className={classNames(cardClass, 'w-full max-w-130 p-6 text-center sm:p-10')}>
        <Logo className="mx-auto size-12" />
        <h1 className="mt-6 text-lg font-semibold sm:text-xl">
          {ended ? upgradeCopy.welcomeBack : upgradeCopy.welcome}
        </h1>
        {subscription && <SubscriptionNote subscription={subscription} />}
        <p className="mt-4 text-base text-pretty text-muted">{upgradeCopy.explanation}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
          <Button
            size="large"
            variant={paymentPending ? 'secondary' : 'primary'}
            onPointerEnter={() => preloadChunk(loadModal)}
            onClick={() => setUpgrading(true)}
          >
            {upgradeCopy.upgrade}
          </Button>
          <Button size="large" variant="secondary" onClick={() => setDemoMode(true)}>
            {upgradeCopy.demo}
          </Button>
        </div>
      </div>
      <Suspense>{upgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </div>
  );
}

/** Milliseconds to wait for the subscription before the screen is shown without it. */
const settleTimeout = 2_500;

/** The user's subscription; `settled` is true once it has loaded, failed, or timed out. */
function useSettledSubscription() {
  const { data, failureCount, isPending } = useSubscription();
  const [timedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), settleTimeout);
    return () => clearTimeout(timer);
  }, []);
  return { subscription: data, settled: !isPending || failureCount > 0 || timedOut };
}

function Loading() {
  return (
    <div className="appear-late grid min-h-[65dvh] place-items-center">
      <title>{upgradeCopy.loadingPageTitle}</title>
      <ProgressBar label={upgradeCopy.loading} className="w-32" />
    </div>
  );
}

/** Shown while the gate fetches a token with the paid subscription. */
function Opening() {
  return (
    <div className="appear-late grid min-h-[65dvh] place-items-center">
      <title>{upgradeCopy.loadingPageTitle}</title>
      <div role="status" className="max-w-100 text-center">
        <p className="text-base font-semibold">{upgradeCopy.paid}</p>
        <ProgressBar label={upgradeCopy.opening} className="mx-auto mt-5 w-32" />
        <Button variant="ghost" className="mt-5" onClick={() => window.location.reload()}>
          {upgradeCopy.tryAgain}
        </Button>
      </div>
    </div>
  );
}
