import { type ReactNode, useState } from 'react';
import { useSamePage } from '../../platform/same-page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ProfileTab } from './profile-tab.tsx';

/** What a tab may ask of the settings around it: to show the upgrade, or to get out of the way. */
export interface SettingsActions {
  readonly onUpgrade: () => void;
  readonly onLeave: () => void;
}

/** The settings of the signed-in person. Mounted while open. */
export function SettingsDialog({
  onClose,
  onUpgrade,
  institutions,
  accounts,
}: {
  onClose: () => void;
  onUpgrade: () => void;
  institutions: (actions: SettingsActions) => ReactNode;
  accounts: (actions: SettingsActions) => ReactNode;
}) {
  const [open, setOpen] = useState(true);
  const isSamePage = useSamePage();
  const actions = { onUpgrade, onLeave: () => setOpen(false) };
  const tabs = [
    { value: 'profile', label: 'Profile', content: <ProfileTab {...actions} /> },
    { value: 'institutions', label: 'Institutions', content: institutions(actions) },
    { value: 'accounts', label: 'Accounts', content: accounts(actions) },
  ];
  return (
    <Dialog title="Settings" open={open && isSamePage} onOpenChange={setOpen} onClosed={onClose}>
      <Tabs
        label="Settings"
        tabs={tabs}
        // One height for all: the dialog stays where it is from tab to tab.
        panelClass="-mx-5 -mb-5 h-[min(28rem,calc(100dvh-11rem))] overflow-y-auto overscroll-contain px-5 pb-5 sm:-mx-6 sm:px-6 focus-visible:-outline-offset-2"
      />
    </Dialog>
  );
}
