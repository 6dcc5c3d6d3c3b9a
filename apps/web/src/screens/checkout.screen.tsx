import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useCheckout } from '../features/billing/checkout.api.ts';
import { CheckoutProgress } from '../features/billing/checkout-progress.tsx';
import { paths } from '../paths.ts';
import { loadChunk } from '../platform/chunk-failure.ts';
import { setDemoMode } from '../platform/demo-mode.ts';
import { ButtonLink } from '../ui/button.tsx';
import { cardClass } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';

const UpgradeModal = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../features/billing/upgrade-modal.tsx')).UpgradeModal,
  })),
);

/** Where the payment page returns to: waits for the payment to count, then welcomes. */
export function Component() {
  const { stage, unreachable, looking, look } = useCheckout();
  const [upgrading, setUpgrading] = useState(false);
  const joined = stage === 'joined';
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <title>{joined ? 'Thanks for joining! · Cairn' : 'Your payment · Cairn'}</title>
      <div
        className={classNames(cardClass, 'w-full max-w-115 p-6 text-center sm:p-10')}
        aria-live="polite"
      >
        {joined ? (
          <Joined />
        ) : (
          <CheckoutProgress
            stage={stage}
            unreachable={unreachable}
            looking={looking}
            onLook={look}
            onRetry={() => setUpgrading(true)}
          />
        )}
      </div>
      <Suspense>{upgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </div>
  );
}

function Joined() {
  // Who has just paid wants their own money, not the made-up person's.
  useEffect(() => setDemoMode(false), []);
  return (
    <div className="rise-in">
      <CircleCheck aria-hidden="true" className="mx-auto size-12 text-money-in" strokeWidth={1.5} />
      <h1 className="mt-5 text-xl font-semibold">Thanks for joining!</h1>
      <p className="mt-3 text-base text-pretty text-muted">
        Everything is open to you now. Link a bank, and your numbers appear.
      </p>
      <div className="mt-7 flex flex-col gap-2">
        <ButtonLink to={paths.link} size="large">
          Link a bank
        </ButtonLink>
        <ButtonLink to={paths.dashboard} variant="ghost">
          Go to the dashboard
        </ButtonLink>
      </div>
    </div>
  );
}
