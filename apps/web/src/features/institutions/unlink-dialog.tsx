import { Minus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatInstitution } from '../../platform/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import { type Institution, useUnlinkInstitution } from './institutions.api.ts';

const formId = 'unlink-institution';

/** Says what unlinking takes with it, and does it once the name is typed. Mounted while open. */
export function UnlinkDialog({
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
  const whole = formatInstitution(token.item_details);
  const fits = typed.trim().toLocaleLowerCase() === name.toLocaleLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits && !unlink.isPending) unlink.mutate(undefined, { onSuccess: () => setOpen(false) });
  };
  const count = accounts.length === 1 ? 'Its account' : `Its ${accounts.length} accounts`;
  return (
    <Dialog
      title={`Unlink ${whole}`}
      description="This cannot be undone."
      open={open}
      onOpenChange={(next) => setOpen(next || unlink.isPending)}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)} disabled={unlink.isPending}>
            Keep it
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            disabled={!fits}
            busy={unlink.isPending}
          >
            Unlink
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ul aria-label="What this does" className="flex flex-col gap-2">
          {[
            `Cairn gives back its access to ${whole} and throws the key away.`,
            `${count}, with every transaction, balance, name and category of them, are deleted here.`,
            'Totals and the history of your net worth are without them from then on.',
          ].map((line) => (
            <li key={line} className="flex items-start gap-2.5">
              <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-trouble" />
              <span className="min-w-0 break-words">{line}</span>
            </li>
          ))}
        </ul>
        <Field
          label={`Type ${name} to confirm`}
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
