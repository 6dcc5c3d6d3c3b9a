import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { type Passkey, useRenamePasskey } from './passkeys.api.ts';
import { passkeysCopy as copy } from './passkeys.copy.ts';

const formId = 'rename-passkey';

/** Renames a passkey. Mounted while open. */
export function RenamePasskeyDialog({
  passkey,
  onClosed,
}: {
  passkey: Passkey;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState(passkey.name);
  const { mutate, error, isPending } = useRenamePasskey();
  const canSubmit = name.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSubmit || isPending) return;
    const onSuccess = () => {
      setOpen(false);
      showToast({ title: copy.renamed });
    };
    mutate({ id: passkey.id, name }, { onSuccess });
  };
  return (
    <Dialog
      title={copy.renameTitle}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {copy.cancel}
          </Button>
          <Button type="submit" form={formId} disabled={!canSubmit} busy={isPending}>
            {copy.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Field
          label={copy.name}
          name="name"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={error?.message}
        />
      </form>
    </Dialog>
  );
}
