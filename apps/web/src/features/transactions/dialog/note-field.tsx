import { maxNoteLength } from '@cairn/contract/rules/annotation-limits';
import { formatMessage } from '@cairn/contract/text/copy';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/form/field.tsx';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import { type Transaction, useAnnotate } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.note;

/** Notes that couldn't be saved, by transaction, so that closing the dialog doesn't lose them. */
const unsavedNotes = new Map<string, string>();

/** The note of a transaction. It is saved when the field loses the focus, and with Ctrl+Enter or Cmd+Enter. */
export function NoteField({ transaction }: { transaction: Transaction }) {
  const id = useId();
  const demo = useDemoMode();
  const { draft, setDraft, save, error } = useNoteDraft(transaction);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {copy.label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={maxNoteLength}
        placeholder={copy.placeholder}
        readOnly={demo}
        value={draft}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={(event) => setDraft(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        onClick={demo ? showReadOnlyToast : undefined}
        className={classNames(inputClass, 'mt-1.5 field-sizing-content h-auto! max-h-48 py-2')}
      />
      <p id={`${id}-hint`} className="sr-only">
        {copy.hint}
      </p>
      <div role="alert" className="mt-1.5 text-danger empty:hidden">
        {error && formatMessage(copy.failed, { reason: error.message })}
      </div>
    </div>
  );
}

/** The text in the field, and a function that saves it if it differs from the saved note. */
function useNoteDraft({ id, note }: Transaction) {
  const saved = note ?? '';
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState(() => unsavedNotes.get(id) ?? saved);
  const change = useAnnotate(id);
  // A note that was saved or changed elsewhere replaces the text, unless the user has edited it since.
  if (base !== saved) {
    setBase(saved);
    if (draft === base || draft.trim() === saved) setDraft(saved);
  }
  const sent = useRef<string | null>(null);
  const save = () => {
    const text = draft.trim();
    if (text === saved.trim() || text === sent.current) return;
    sent.current = text;
    unsavedNotes.set(id, draft);
    change
      .mutateAsync({ note: text === '' ? null : text })
      .then(() => unsavedNotes.delete(id))
      // The field shows the error.
      .catch(() => {})
      .finally(() => {
        sent.current = null;
      });
  };
  // Closing the dialog may remove the field before it loses the focus.
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => () => latestSave.current(), []);
  return { draft, setDraft, save, error: change.error };
}
