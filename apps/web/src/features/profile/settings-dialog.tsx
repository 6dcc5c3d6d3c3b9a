import { type ReactNode, useState } from 'react';
import { useIsPathUnchanged } from '../../platform/browser/path-unchanged.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { profileCopy } from './profile.copy.ts';
import { ProfileTab } from './profile-tab.tsx';

const copy = profileCopy.settings;

/** The callbacks of a settings tab: to open the upgrade dialog, and to close the settings before navigating. */
export interface SettingsActions {
  readonly onUpgrade: () => void;
  readonly onClose: () => void;
}

/** The settings. Mounted while open. */
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
  const isSamePage = useIsPathUnchanged();
  const actions = { onUpgrade, onClose: () => setOpen(false) };
  const tabs = [
    { value: 'profile', label: copy.profile, content: <ProfileTab {...actions} /> },
    { value: 'institutions', label: copy.institutions, content: institutions(actions) },
    { value: 'accounts', label: copy.accounts, content: accounts(actions) },
  ];
  return (
    <Dialog title={copy.title} open={open && isSamePage} onOpenChange={setOpen} onClosed={onClose}>
      <Tabs
        label={copy.title}
        tabs={tabs}
        // All tabs have the same height, so that the dialog doesn't resize.
        panelClass="-mx-5 -mb-5 h-[min(28rem,calc(100dvh-11rem))] overflow-y-auto overscroll-contain px-5 pb-5 sm:-mx-6 sm:px-6 focus-visible:-outline-offset-2"
      />
    </Dialog>
  );
}
