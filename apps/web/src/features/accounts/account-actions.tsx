import { EllipsisVertical, Eye, EyeOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { showToast, tellReadOnly } from '../../ui/toast.ts';
import { type Account, changeAccount, useChangeAccount } from './accounts.api.ts';
import { RenameDialog } from './rename-dialog.tsx';

/** What may be done about an account: another name, hiding it, showing it again. */
export function AccountActions({ account }: { account: Account }) {
  const demo = useDemoMode();
  const [renaming, setRenaming] = useState(false);
  const hide = useHide(account);
  const Icon = account.hidden ? Eye : EyeOff;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label="Account options">
            <EllipsisVertical aria-hidden="true" className="size-5" />
          </IconButton>
        }
      >
        <MenuItem onSelect={demo ? tellReadOnly : () => setRenaming(true)}>
          <Pencil aria-hidden="true" className="size-4 text-muted" />
          Rename
        </MenuItem>
        <MenuItem onSelect={demo ? tellReadOnly : () => hide(!account.hidden)}>
          <Icon aria-hidden="true" className="size-4 text-muted" />
          {account.hidden ? 'Show in totals' : 'Hide from totals'}
        </MenuItem>
      </Menu>
      {renaming && <RenameDialog account={account} onClosed={() => setRenaming(false)} />}
    </>
  );
}

/** Hides an account or shows it again, says so, and offers the way back. */
export function useHide({ account_id: id, name }: Account): (hidden: boolean) => void {
  const change = useChangeAccount();
  const tell = (error: Error) =>
    showToast({
      tone: 'trouble',
      title: 'The account could not be changed',
      description: error.message,
    });
  return (hidden) =>
    change.mutate(
      { id, hidden },
      {
        onError: tell,
        onSuccess: () =>
          showToast({
            id: `hidden ${id}`,
            title: hidden ? `${name} is hidden` : `${name} is shown again`,
            description: hidden
              ? 'It is in no total, and its transactions are excluded.'
              : 'It counts in every total.',
            action: {
              label: 'Undo',
              // The screen may be another one by now: the change needs none.
              onPress: () => void changeAccount({ id, hidden: !hidden }).catch(tell),
            },
          }),
      },
    );
}
