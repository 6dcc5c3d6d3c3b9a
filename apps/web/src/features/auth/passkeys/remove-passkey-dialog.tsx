import { formatMessage } from '@cairn/contract/text/copy';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form/field.tsx';
import { ReauthenticationField } from '../../../ui/form/reauthentication-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { useReauthenticatedForm } from '../methods/reauthenticated-form.ts';
import { type Passkey, useRemovePasskey } from './passkeys.api.ts';
import { passkeysCopy as copy } from './passkeys.copy.ts';

const formId = 'remove-passkey';

/** Removes a passkey after reauthentication. Mounted while open. */
export function RemovePasskeyDialog({
  passkey: { id, name },
  email,
  onSignInAgain,
  onClosed,
  ...user
}: {
  passkey: Passkey;
  email: string;
  fresh: boolean;
  hasPassword: boolean;
  onSignInAgain: () => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const { mutate, error, isPending } = useRemovePasskey();
  const { field, ready, submit, failure } = useReauthenticatedForm(
    user,
    {
      error,
      isPending,
      send: (credentials, callbacks) => mutate({ id, ...credentials }, callbacks),
    },
    () => {
      setOpen(false);
      showToast({ title: formatMessage(copy.removed, { name }) });
    },
  );
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
          <Button variant="danger" type="submit" form={formId} disabled={!ready} busy={isPending}>
            {copy.remove}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 empty:hidden">
        <ReauthenticationField {...field} email={email} onSignInAgain={onSignInAgain} />
        {failure && <FormError>{failure.message}</FormError>}
      </form>
    </Dialog>
  );
}
