import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { useEndSession } from './sessions.api.ts';

/** Asks before every other device is signed out. Mounted while open. */
export function EndOthersDialog({ others, onClosed }: { others: number; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const end = useEndSession({
    onSuccess: () => {
      setOpen(false);
      showToast({ title: 'Every other device was signed out' });
    },
  });
  const devices = others === 1 ? 'One other device' : `${others} other devices`;
  return (
    <Dialog
      title="End all other sessions?"
      description={`${devices} will have to sign in again. This one stays signed in.`}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button busy={end.isPending} onClick={() => end.mutate('all')}>
            End all others
          </Button>
        </>
      }
    >
      {end.error && <FormError>{end.error.message}</FormError>}
    </Dialog>
  );
}
