import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { uiCopy } from '../ui.copy.ts';

/** A small dialog with a form, a Cancel button, and a submit button. Mounted while open. */
export function FormDialog({
  title,
  description,
  action,
  onSubmit,
  onClosed,
  children,
}: {
  title: string;
  description: string;
  /** The submit button's label. */
  action: string;
  /** Returns false if the form has errors, which keeps the dialog open. */
  onSubmit: () => boolean;
  onClosed: () => void;
  /** The fields. */
  children: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (onSubmit()) setOpen(false);
  };
  return (
    <Dialog
      title={title}
      description={description}
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            {uiCopy.cancel}
          </Button>
          <Button type="submit" form={id}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
