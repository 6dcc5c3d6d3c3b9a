import { type ReactNode, startTransition, useState } from 'react';
import { afterNextFrame } from '../../platform/after-next-frame.ts';
import { classNames } from '../../ui/class-names.ts';

/**
 * What opens the transaction of a row. It covers the row, so that all of it is pressed and one thing is
 * focused. A row that is pressed says so before anything else is done: `pressedRow` is how.
 */
export function TransactionButton({
  id,
  onOpen,
  className,
  children,
}: {
  id: string;
  onOpen: (id: string) => void;
  className: string;
  children: ReactNode;
}) {
  const [isOpening, setIsOpening] = useState(false);
  const open = () => {
    // A second press of the same row is no second step in the history.
    if (isOpening) return;
    setIsOpening(true);
    afterNextFrame(() => {
      onOpen(id);
      startTransition(() => setIsOpening(false));
    });
  };
  return (
    <button
      type="button"
      data-transaction={id}
      data-opening={isOpening || undefined}
      onClick={open}
      className={classNames(
        'min-w-0 text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** The look of a row that is pressed, until its transaction is shown. */
export const pressedRow = 'active:bg-sunken has-data-opening:bg-sunken';
