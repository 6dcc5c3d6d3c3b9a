import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import type { ExistingItem } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';
import { useUpdateFlow } from './update-flow.ts';

const copy = linkingCopy.alreadyLinked;

/**
 * Explains that the chosen accounts are already linked, and offers to update the existing item. Another login at
 * the same bank can still be linked. Mounted while open.
 */
export function AlreadyLinkedDialog({
  existing,
  onLinkAnyway,
  onUpdated,
  onClosed,
}: {
  existing: ExistingItem;
  onLinkAnyway: () => void;
  /** Called when the existing item was updated. */
  onUpdated: () => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const { start, busy, note } = useUpdateFlow(existing.item_id, () => undefined, onUpdated);
  const { institution_name: institution, accounts } = existing;
  return (
    <Dialog
      title={formatMessage(copy.title, { institution })}
      open={open && !busy}
      onOpenChange={setOpen}
      onClosed={() => {
        if (!busy) onClosed();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onLinkAnyway}>
            {copy.linkAnyway}
          </Button>
          <Button onClick={() => start(true)}>{copy.update}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{formatMessage(formatPlural(accounts.length, copy.intro), { institution })}</p>
        <ul aria-label={copy.label} className="flex flex-col gap-1.5">
          {accounts.map(({ name, mask }) => (
            <li key={`${name} ${mask}`} className="font-medium wrap-anywhere">
              {name}
              {mask !== null && !name.includes(mask) && (
                <span className="figures text-muted"> ••{mask}</span>
              )}
            </li>
          ))}
        </ul>
        <p className="text-muted">{copy.text}</p>
        <FormError>{note}</FormError>
      </div>
    </Dialog>
  );
}
