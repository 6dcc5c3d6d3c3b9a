import { lazy, Suspense, useState } from 'react';
import { AccountsTab } from '../../../features/accounts/list/accounts-tab.tsx';
import { InstitutionsTab } from '../../../features/institutions/institutions-tab.tsx';
import { SettingsDialog } from '../../../features/profile/settings-dialog.tsx';
import { loadChunk } from '../../../platform/browser/chunk-loading.ts';

const UpgradeModal = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../../../features/billing/upgrade-modal.tsx')).UpgradeModal,
  })),
);

/** The settings dialog, and the upgrade modal that it opens. */
export default function Settings({ onClose }: { onClose: () => void }) {
  const [isUpgrading, setUpgrading] = useState(false);
  if (isUpgrading) {
    return (
      <Suspense>
        <UpgradeModal onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <SettingsDialog
      onClose={onClose}
      onUpgrade={() => setUpgrading(true)}
      institutions={(actions) => <InstitutionsTab {...actions} />}
      accounts={(actions) => <AccountsTab {...actions} />}
    />
  );
}
