import { type MouseEvent, type ReactNode, startTransition, use, useState } from 'react';
import { afterNextFrame } from '../../../platform/browser/after-next-frame.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SelectionContext } from '../selection/selection.ts';

/**
 * The button that opens a row's transaction. It covers the whole row, so that the row is one click target
 * with one tab stop. The row shows its pressed state (`pressedRowClass`) before the dialog renders. While rows are being
 * selected, it is a checkbox instead.
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
  const selection = use(SelectionContext);
  const press = (event: MouseEvent) => {
    if (selection === null) open();
    else selection.toggle(id, { range: event.shiftKey });
  };
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
      onClick={press}
      // A range is selected with Shift, which would also select text.
      onMouseDown={(event) => selection && event.shiftKey && event.preventDefault()}
      {...(selection && { role: 'checkbox', 'aria-checked': selection.isSelected(id) })}
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

/** The style of a pressed row until its transaction is shown, and of a selected row. */
export const pressedRowClass =
  'active:bg-sunken has-data-opening:bg-sunken has-[[role=checkbox][aria-checked=true]]:bg-accent-soft';
