import { lazy, Suspense, useState } from 'react';
import { loadChunk, preloadChunk } from '../platform/chunk-failure.ts';
import { setDemoMode } from '../platform/demo-mode.ts';
import { Button } from '../ui/button.tsx';
import { cardClass } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Mark } from '../ui/logo.tsx';

const loadModal = async () => ({
  default: (await import('../features/billing/upgrade-modal.tsx')).UpgradeModal,
});
const UpgradeModal = lazy(() => loadChunk(loadModal));

/** What free people see in place of the app. */
export function UpgradeScreen() {
  const [upgrading, setUpgrading] = useState(false);
  return (
    <div className="grid min-h-[65dvh] place-items-center">
      <title>Upgrade · Cairn</title>
      <div className={classNames(cardClass, 'max-w-130 p-6 text-center sm:p-10')}>
        <Mark className="mx-auto size-12" />
        <h1 className="mt-6 text-lg font-semibold sm:text-xl">Welcome to Cairn</h1>
        <p className="mt-3 text-base text-pretty text-muted">
          You are currently a free user. Right now Cairn only accepts paid users. To access the full
          set of features, please upgrade to premium.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
          <Button
            size="large"
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
