import { formatPlural } from '@cairn/contract/copy';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { authCopy } from './auth.copy.ts';
import { useEndSession } from './sessions.api.ts';

const copy = authCopy.devices;

/** Confirms signing out all other devices. Mounted while open. */
export function EndOthersDialog({ others, onClosed }: { others: number; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const endSession = useEndSession({
    onSuccess: () => {
      setOpen(false);
      showToast({ title: copy.othersSignedOut });
    },
  });
  return (
    <Dialog
      title={copy.signOutOthersTitle}
      description={formatPlural(others, copy.signOutOthersText)}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {authCopy.cancel}
          </Button>
          <Button busy={endSession.isPending} onClick={() => endSession.mutate('all')}>
            {copy.signOutOthers}
          </Button>
        </>
      }
    >
      {endSession.error && <FormError>{endSession.error.message}</FormError>}
    </Dialog>
  );
}
