import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { useNewRecoveryCodes } from './factors.api.ts';
import { factorsCopy } from './factors.copy.ts';
import { RecoveryCodes, SavedCodesButton } from './recovery-codes-step.tsx';

const copy = factorsCopy.newCodes;

/** Replaces the recovery codes and shows the new ones once. Mounted while open. */
export function NewCodesDialog({
  email,
  areSaved,
  onClosed,
}: {
  email: string;
  /** Whether the user has confirmed that they saved the current codes. */
  areSaved: boolean;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const replace = useNewRecoveryCodes();
  const codes = replace.data?.recovery_codes;
  return (
    <Dialog
      title={codes ? factorsCopy.codes.title : copy.title}
      description={codes ? factorsCopy.codes.text : areSaved ? copy.text : copy.textUnsaved}
      width={codes ? 'medium' : 'small'}
      open={open}
      // The codes are shown only once, so a click outside the dialog must not close it.
      dismissible={!codes}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        codes ? (
          <SavedCodesButton onSaved={() => setOpen(false)} />
        ) : (
          <>
            <Button variant="ghost" onClick={() => setOpen(false)}>
              {factorsCopy.cancel}
            </Button>
            <Button busy={replace.isPending} onClick={() => replace.mutate()}>
              {copy.submit}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes email={email} codes={codes} />
      ) : (
        replace.error && <FormError>{replace.error.message}</FormError>
      )}
    </Dialog>
  );
}
