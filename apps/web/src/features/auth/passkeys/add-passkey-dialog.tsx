import { type FormEvent, useEffect, useState } from 'react';
import { preloadChunk } from '../../../platform/browser/chunk-loading.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { loadAuthenticator } from './load-authenticator.ts';
import { passkeyMessage } from './passkey-message.ts';
import { useAddPasskey } from './passkeys.api.ts';
import { passkeysCopy as copy } from './passkeys.copy.ts';

const formId = 'add-passkey';

/** Creates a passkey with the user's authenticator. Mounted while open. */
export function AddPasskeyDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState('');
  const { mutate, error, isPending } = useAddPasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    mutate(name, {
      onSuccess: () => {
        setOpen(false);
        showToast({ title: copy.added, description: copy.addedDescription });
      },
    });
  };
  useEffect(() => {
    // The code is preloaded, because some browsers only create a passkey right after a click.
    preloadChunk(loadAuthenticator);
    return () => {
      loadAuthenticator().then(
        ({ cancelPasskeyRequest }) => cancelPasskeyRequest(),
        () => undefined, // If it couldn't be loaded, there is no request to cancel.
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
          <Button type="submit" form={formId} busy={isPending}>
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
        <FormError>{error && passkeyMessage(error)}</FormError>
      </form>
    </Dialog>
  );
}
