import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { Minus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatInstitution } from '../../platform/formats/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { type Institution, useUnlinkInstitution } from './institutions.api.ts';
import { institutionsCopy } from './institutions.copy.ts';

const copy = institutionsCopy.unlink;
const formId = 'unlink-institution';

/** Explains what unlinking does, and unlinks once the name is typed. Mounted while open. */
export function UnlinkInstitutionDialog({
  institution: { token, accounts },
  onClosed,
}: {
  institution: Institution;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [typed, setTyped] = useState('');
  const unlink = useUnlinkInstitution(token.id);
  const { institution_name: name } = token.item_details;
  const nameWithLabel = formatInstitution(token.item_details);
  const isConfirmed = typed.trim().toLocaleLowerCase() === name.toLocaleLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !unlink.isPending)
      unlink.mutate(undefined, { onSuccess: () => setOpen(false) });
  };
  return (
    <Dialog
      title={formatMessage(copy.unlinkInstitution, { institution: nameWithLabel })}
      description={copy.cannotUndo}
      open={open}
      onOpenChange={(next) => setOpen(next || unlink.isPending)}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)} disabled={unlink.isPending}>
            {copy.keep}
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            disabled={!isConfirmed}
            busy={unlink.isPending}
          >
            {copy.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ul aria-label={copy.consequences} className="flex flex-col gap-2">
          {[
            formatMessage(copy.revoke, { institution: nameWithLabel }),
            formatPlural(accounts.length, copy.deletions),
            copy.totals,
          ].map((line) => (
            <li key={line} className="flex items-start gap-2.5">
              <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
              <span className="min-w-0 break-words">{line}</span>
            </li>
          ))}
        </ul>
        <Field
          label={formatMessage(copy.confirm, { institution: name })}
          name="confirm_institution"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FormError>{unlink.error?.message}</FormError>
      </form>
    </Dialog>
  );
}
