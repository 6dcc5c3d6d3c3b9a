import { formatMessage } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { type Passkey, useRemovePasskey } from './passkeys.api.ts';
import { passkeysCopy as copy } from './passkeys.copy.ts';

/** Confirms the removal of a passkey. Mounted while open. */
export function RemovePasskeyDialog({
  passkey: { id, name },
  onClosed,
}: {
  passkey: Passkey;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const { mutate, error, isPending } = useRemovePasskey();
  const onSuccess = () => {
    setOpen(false);
    showToast({ title: formatMessage(copy.removed, { name }) });
  };
  return (
    <Dialog
      title={formatMessage(copy.removeTitle, { name })}
      description={copy.removeDescription}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {copy.cancel}
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate(id, { onSuccess })}>
            {copy.remove}
          </Button>
        </>
      }
    >
      {error && error.message !== '' && <FormError>{error.message}</FormError>}
    </Dialog>
  );
}
