import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import type { KnownConnection } from './linking.api.ts';
import { useUpdateFlow } from './update-flow.ts';

/**
 * Says that what was just brought is linked already, and why its connection is better brought up to date than
 * linked a second time. Another login at the same bank may be linked as well. Mounted while open.
 */
export function LinkedAlready({
  connection,
  onLinkAsWell,
  onUpdated,
  onClosed,
}: {
  connection: KnownConnection;
  onLinkAsWell: () => void;
  /** The connection that was there has been brought up to date. */
  onUpdated: () => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const { start, busy, note } = useUpdateFlow(connection.item_id, () => undefined, onUpdated);
  const { institution_name: name, accounts } = connection;
  const one = accounts.length === 1;
  return (
    <Dialog
      title={`${name} is linked already`}
      open={open && !busy}
      onOpenChange={setOpen}
      onClosed={() => {
        if (!busy) onClosed();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onLinkAsWell}>
            Link it as well
          </Button>
          <Button onClick={() => start(true)}>Update the connection</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {one ? 'This account comes' : 'These accounts come'} from {name} already:
        </p>
        <ul aria-label="Linked already" className="flex flex-col gap-1.5">
          {accounts.map(({ name: account, mask }) => (
            <li key={`${account} ${mask}`} className="font-medium wrap-anywhere">
              {account}
              {mask !== null && !account.includes(mask) && (
                <span className="figures text-muted"> ••{mask}</span>
              )}
            </li>
          ))}
        </ul>
        <p className="text-muted">
          To sign in again or to add accounts, update the connection that is there: your names and
          categories stay with it. If this is somebody else’s login at the same bank, link it as
          well: what both of you see counts once.
        </p>
        <FormError>{note}</FormError>
      </div>
    </Dialog>
  );
}
