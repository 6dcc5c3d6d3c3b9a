import { formatMessage } from '@cairn/contract/text/copy';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { type Account, useChangeAccount } from '../accounts.api.ts';
import { accountsCopy } from '../accounts.copy.ts';

const copy = accountsCopy.rename;
const formId = 'rename-account';
const maxNameLength = 80;

/** Renames an account or restores the bank's name. Mounted while open. */
export function RenameDialog({ account, onClosed }: { account: Account; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState(account.name);
  const change = useChangeAccount();
  const { account_id: id, provider_name: bankName } = account;
  const save = (next: string | null) => {
    if (!change.isPending) change.mutate({ id, name: next }, { onSuccess: () => setOpen(false) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') save(name.trim() === bankName ? null : name);
  };
  return (
    <Dialog
      title={copy.title}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          {bankName !== null && (
            <Button variant="ghost" onClick={() => save(null)} className="sm:mr-auto">
              {copy.useBankName}
            </Button>
          )}
          <Button type="submit" form={formId} disabled={name.trim() === ''} busy={change.isPending}>
            {copy.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Field
          label={copy.name}
          name="account_name"
          autoComplete="off"
          maxLength={maxNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint={
            bankName !== null && (
              <p className="text-muted">
                {formatMessage(copy.bankName, {
                  institution: account.institution_name,
                  name: bankName,
                })}
              </p>
            )
          }
        />
        <FormError className="mt-3">{change.error?.message}</FormError>
      </form>
    </Dialog>
  );
}
