import { maxNoteLength } from '@cairn/contract/rules/annotation-limits';
import { formatMessage } from '@cairn/contract/text/copy';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.selection;

/** Sets the note of the selected transactions. Without text, it removes their notes. Mounted while open. */
export function BulkNoteDialog({
  description,
  busy,
  error,
  onSave,
  onClosed,
}: {
  description: string;
  busy: boolean;
  error: Error | null;
  onSave: (note: string | null) => void;
  onClosed: () => void;
}) {
  const [open, setOpen] = useState(true);
  const [note, setNote] = useState('');
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSave(note.trim() === '' ? null : note);
  };
  return (
    <Dialog
      title={copy.note}
      description={description}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {transactionsCopy.cancel}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {note.trim() === '' ? copy.removeNotes : copy.saveNote}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <label htmlFor={`${formId}-note`} className="font-medium">
          {transactionsCopy.note.label}
        </label>
        <textarea
          id={`${formId}-note`}
          rows={3}
          maxLength={maxNoteLength}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          className={`${inputClass} mt-1.5 h-auto! py-2`}
        />
        <p className="mt-1.5 text-muted">{copy.noteHint}</p>
        <div role="alert" className="mt-2 text-danger empty:hidden">
          {error && formatMessage(copy.failed, { reason: error.message })}
        </div>
      </form>
    </Dialog>
  );
}
