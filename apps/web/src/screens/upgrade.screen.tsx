import { lazy, Suspense, useEffect, useState } from 'react';
import { useSubscription } from '../features/billing/billing.api.ts';
import { SubscriptionNote } from '../features/billing/subscription-note.tsx';
import { isOpen } from '../features/billing/subscription-words.ts';
import { loadChunk, preloadChunk } from '../platform/chunk-failure.ts';
import { setDemoMode } from '../platform/demo-mode.ts';
import { Button } from '../ui/button.tsx';
import { cardClass } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Mark } from '../ui/logo.tsx';
import { ProgressBar } from '../ui/spinner.tsx';

const loadModal = async () => ({
  default: (await import('../features/billing/upgrade-modal.tsx')).UpgradeModal,
});
const UpgradeModal = lazy(() => loadChunk(loadModal));

/** What free people see in place of the app. */
export function UpgradeScreen() {
  const [upgrading, setUpgrading] = useState(false);
  const { subscription, settled } = useSettledSubscription();
  if (!settled) return <Settling label="Loading" />;
  if (subscription && isOpen(subscription)) return <Opening />;
  const ended = subscription?.state === 'ended';
  const onTheWay = subscription?.payment === 'pending';
  return (
    <div className="grid min-h-[65dvh] place-items-center">
      <title>Upgrade · Cairn</title>
      <div className={classNames(cardClass, 'w-full max-w-130 p-6 text-center sm:p-10')}>
        <Mark className="mx-auto size-12" />
        <h1 className="mt-6 text-lg font-semibold sm:text-xl">
          {ended ? 'Welcome back to Cairn' : 'Welcome to Cairn'}
        </h1>
        {subscription && <SubscriptionNote subscription={subscription} />}
        <p className="mt-4 text-base text-pretty text-muted">
          You are currently a free user. Right now Cairn only accepts paid users. To access the full
          set of features, please upgrade to premium.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
          <Button
            size="large"
            variant={onTheWay ? 'secondary' : 'primary'}
            onPointerEnter={() => preloadChunk(loadModal)}
            onClick={() => setUpgrading(true)}
          >
            Upgrade Account
          </Button>
          <Button size="large" variant="secondary" onClick={() => setDemoMode(true)}>
            Demo Mode
          </Button>
        </div>
      </div>
      <Suspense>{upgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </div>
  );
}

/** The screen waits this long, in milliseconds, to come as a whole; what comes later is added to it. */
const settlingTime = 2_500;

/** What the person had before, and whether that is known or no longer worth waiting for. */
function useSettledSubscription() {
  const { data, failureCount, isPending } = useSubscription();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), settlingTime);
    return () => clearTimeout(timer);
  }, []);
  return { subscription: data, settled: !isPending || failureCount > 0 || late };
}

function Settling({ label }: { label: string }) {
  return (
    <div className="appear-late grid min-h-[65dvh] place-items-center">
      <title>Cairn</title>
      <ProgressBar label={label} className="w-32" />
    </div>
  );
}

/** The server counts them as paid; the gate fetches the token that says so. */
function Opening() {
  return (
    <div className="appear-late grid min-h-[65dvh] place-items-center">
      <title>Cairn</title>
      <div role="status" className="max-w-100 text-center">
        <p className="text-base font-semibold">Your account is paid and being opened.</p>
        <ProgressBar label="Opening your account" className="mx-auto mt-5 w-32" />
        <Button variant="ghost" className="mt-5" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    </div>
  );
}
