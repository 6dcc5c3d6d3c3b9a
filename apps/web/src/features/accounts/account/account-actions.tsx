import { formatMessage } from '@cairn/contract/text/copy';
import { EllipsisVertical, Eye, EyeOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';
import { showReadOnlyToast, showToast } from '../../../ui/overlay/toast.ts';
import { type Account, changeAccount, useChangeAccount } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';
import { RenameDialog } from './rename-dialog.tsx';

const copy = accountsCopy.actions;

/** The account's menu: rename it, and hide it or show it again. */
export function AccountActions({ account }: { account: Account }) {
  const demo = useDemoMode();
  const [renaming, setRenaming] = useState(false);
  const setHidden = useSetHidden(account);
  const Icon = account.hidden ? Eye : EyeOff;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={copy.label}>
            <EllipsisVertical aria-hidden="true" className="size-5" />
          </IconButton>
        }
      >
        <MenuItem onSelect={demo ? showReadOnlyToast : () => setRenaming(true)}>
          <Pencil aria-hidden="true" className="size-4 text-muted" />
          {copy.rename}
        </MenuItem>
        <MenuItem onSelect={demo ? showReadOnlyToast : () => setHidden(!account.hidden)}>
          <Icon aria-hidden="true" className="size-4 text-muted" />
          {account.hidden ? copy.show : copy.hide}
        </MenuItem>
      </Menu>
      {renaming && <RenameDialog account={account} onClosed={() => setRenaming(false)} />}
    </>
  );
}

/** Returns a function that hides an account or shows it again. A toast confirms the change and offers to undo it. */
export function useSetHidden({ account_id: id, name }: Account): (hidden: boolean) => void {
  const change = useChangeAccount();
  const showError = (error: Error) =>
    showToast({
      tone: 'danger',
      title: copy.failed,
      description: error.message,
    });
  return (hidden) =>
    change.mutate(
      { id, hidden },
      {
        onError: showError,
        onSuccess: () =>
          showToast({
            id: `hidden ${id}`,
            title: formatMessage(hidden ? copy.nowHidden : copy.nowShown, { name }),
            description: hidden ? copy.nowHiddenDetail : copy.nowShownDetail,
            action: {
              label: copy.undo,
              // Undo still works after the user leaves this screen, because the call isn't tied to a component.
              onPress: () => void changeAccount({ id, hidden: !hidden }).catch(showError),
            },
          }),
      },
    );
}
