import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A small dialog that asks for one thing: a form with Cancel and a button that takes it. Mounted while open. */
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
  /** What the button that takes it says. */
  action: string;
  /** Takes what was entered; false keeps the dialog open, for it says what is wrong. */
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
            Cancel
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
