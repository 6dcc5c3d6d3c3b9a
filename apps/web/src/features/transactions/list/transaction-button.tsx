import { type ReactNode, startTransition, useState } from 'react';
import { afterNextFrame } from '../../../platform/browser/after-next-frame.ts';
import { classNames } from '../../../ui/class-names.ts';

/**
 * The button that opens a row's transaction. It covers the whole row, so that the row is one click target
 * with one tab stop. The row shows its pressed state (`pressedRowClass`) before the dialog renders.
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
    // A double click must not add a second history entry.
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
        // The margin keeps it clear of the sticky headings when focusing scrolls to it.
        'min-w-0 scroll-mt-28 text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
        className,
      )}
    >
      {children}
    </button>
  );
}

/** The style of a pressed row until its transaction is shown. */
export const pressedRowClass = 'active:bg-sunken has-data-opening:bg-sunken';
