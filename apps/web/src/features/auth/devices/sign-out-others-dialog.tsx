import { formatPlural } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { authCopy } from '../auth.copy.ts';
import { useEndSession } from './sessions.api.ts';

const copy = authCopy.devices;

/** Confirms signing out all other devices. Mounted while open. */
export function SignOutOthersDialog({
  otherCount,
  onClosed,
}: {
  otherCount: number;
  onClosed: () => void;
}) {
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
      description={formatPlural(otherCount, copy.signOutOthersText)}
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
