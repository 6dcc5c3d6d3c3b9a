import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { useRemoveTotp } from './factors.api.ts';
import { factorsCopy } from './factors.copy.ts';

const copy = factorsCopy.turnOff;

/** Confirms turning off two-step verification, which removes the authenticator app. Mounted while open. */
export function TurnOffDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const remove = useRemoveTotp();
  const submit = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setOpen(false);
        showToast({ title: copy.done, description: copy.doneText });
      },
    });
  return (
    <Dialog
      title={copy.title}
      description={copy.text}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {factorsCopy.cancel}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={submit}>
            {copy.submit}
          </Button>
        </>
      }
    >
      {remove.error && <FormError>{remove.error.message}</FormError>}
    </Dialog>
  );
}
