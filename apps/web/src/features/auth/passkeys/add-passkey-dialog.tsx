import { useEffect, useState } from 'react';
import { preloadChunk } from '../../../platform/browser/chunk-loading.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError } from '../../../ui/form/field.tsx';
import { ReauthenticationField } from '../../../ui/form/reauthentication-field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { useReauthenticatedForm } from '../methods/reauthenticated-form.ts';
import { loadAuthenticator } from './load-authenticator.ts';
import { passkeyMessage } from './passkey-message.ts';
import { useAddPasskey } from './passkeys.api.ts';
import { passkeysCopy as copy } from './passkeys.copy.ts';

const formId = 'add-passkey';

/** Creates a passkey after reauthentication. Mounted while open. */
export function AddPasskeyDialog({
  email,
  onSignInAgain,
  onClosed,
  ...user
}: {
  email: string;
  fresh: boolean;
  hasPassword: boolean;
  onSignInAgain: () => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState('');
  const { mutate, error, isPending } = useAddPasskey();
  const { field, ready, submit, failure } = useReauthenticatedForm(
    user,
    {
      error,
      isPending,
      send: (credentials, callbacks) => mutate({ name, ...credentials }, callbacks),
    },
    () => {
      setOpen(false);
      showToast({ title: copy.added, description: copy.addedDescription });
    },
  );
  useEffect(() => {
    // Loaded before the press, because some browsers create a passkey only right after one.
    preloadChunk(loadAuthenticator);
    return () => {
      loadAuthenticator().then(
        ({ cancelPasskeyRequest }) => cancelPasskeyRequest(),
        () => undefined, // Then there is no request.
      );
    };
  }, []);
  return (
    <Dialog
      title={copy.addTitle}
      description={copy.addDescription}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {copy.cancel}
          </Button>
          <Button type="submit" form={formId} disabled={!ready} busy={isPending}>
            {copy.continue}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label={copy.name}
          name="name"
          autoComplete="off"
          maxLength={60}
          hint={<p className="text-muted">{copy.nameHint}</p>}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ReauthenticationField {...field} email={email} onSignInAgain={onSignInAgain} />
        <FormError>{failure && passkeyMessage(failure)}</FormError>
      </form>
    </Dialog>
  );
}
