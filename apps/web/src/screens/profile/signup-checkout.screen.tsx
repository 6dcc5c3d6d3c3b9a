import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useCheckout } from '../../features/billing/checkout.api.ts';
import { CheckoutProgress } from '../../features/billing/checkout-progress.tsx';
import { paths } from '../../paths.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { setDemoMode } from '../../platform/demo-mode.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { screensCopy } from '../screens.copy.ts';

const UpgradeModal = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../../features/billing/upgrade-modal.tsx')).UpgradeModal,
  })),
);

/** The payment page's return URL: waits until the payment is confirmed, then thanks the user. */
export function Component() {
  const { stage, unreachable, polling, poll } = useCheckout();
  const [isUpgrading, setUpgrading] = useState(false);
  const isUnlocked = stage === 'unlocked';
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>
        {isUnlocked ? screensCopy.checkout.thanksPageTitle : screensCopy.checkout.pageTitle}
      </title>
      <div
        className={classNames(cardClass, 'w-full max-w-115 p-6 text-center sm:p-10')}
        aria-live="polite"
      >
        {isUnlocked ? (
          <Unlocked />
        ) : (
          <CheckoutProgress
            stage={stage}
            unreachable={unreachable}
            polling={polling}
            onPoll={poll}
            onRetry={() => setUpgrading(true)}
          />
        )}
      </div>
      <Suspense>{isUpgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </div>
  );
}

function Unlocked() {
  // A user who has just paid expects their own data, not the demo's.
  useEffect(() => setDemoMode(false), []);
  return (
    <div className="rise-in">
      <CircleCheck aria-hidden="true" className="mx-auto size-12 text-money-in" strokeWidth={1.5} />
      <h1 className="mt-5 text-xl font-semibold">{screensCopy.checkout.thanks}</h1>
      <p className="mt-3 text-base text-pretty text-muted">{screensCopy.checkout.thanksDetail}</p>
      <div className="mt-7 flex flex-col gap-2">
        <ButtonLink to={paths.link} size="large">
          {screensCopy.checkout.linkBank}
        </ButtonLink>
        <ButtonLink to={paths.dashboard} variant="ghost">
          {screensCopy.checkout.goToDashboard}
        </ButtonLink>
      </div>
    </div>
  );
}
