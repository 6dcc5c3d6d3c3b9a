import { lazy, Suspense, useState } from 'react';
import { DemoBanner, demoBannerButtonClass } from '../../features/demo/demo-banner.tsx';
import { loadChunk, preloadChunk } from '../../platform/browser/chunk-loading.ts';
import { useSession } from '../../platform/session/session.ts';
import { frameCopy } from './frame.copy.ts';

const loadModal = async () => ({
  default: (await import('../../features/billing/upgrade-modal.tsx')).UpgradeModal,
});
const UpgradeModal = lazy(() => loadChunk(loadModal));

/** The demo's banner. Users who haven't paid can upgrade from it. */
export function DemoNotice() {
  const [isUpgrading, setUpgrading] = useState(false);
  const isPaid = useSession()?.claims.subscription === 'paid';
  return (
    <>
      <DemoBanner>
        {!isPaid && (
          <button
            type="button"
            onPointerEnter={() => preloadChunk(loadModal)}
            onClick={() => setUpgrading(true)}
            className={`${demoBannerButtonClass} bg-accent text-on-accent hover:bg-accent-strong`}
          >
            {frameCopy.upgrade}
          </button>
        )}
      </DemoBanner>
      <Suspense>{isUpgrading && <UpgradeModal onClose={() => setUpgrading(false)} />}</Suspense>
    </>
  );
}
