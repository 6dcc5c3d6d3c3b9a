import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import type { Direction, Neighbors } from './transaction-neighbors.ts';

/**
 * Navigates to the previous or next transaction of the list: two buttons, and the arrow keys outside fields
 * and menus. Renders nothing for a transaction that is not in the list.
 */
export function TransactionNavigation({
  neighbors,
  paused,
  onStep,
}: {
  neighbors: Neighbors;
  /** True while something else uses the arrow keys. */
  paused: boolean;
  onStep: (side: Direction) => void;
}) {
  useEffect(() => {
    if (paused) return;
    const onKey = (event: KeyboardEvent) => {
      const step = steps.find(({ shortcut }) => shortcut === event.key);
      if (step === undefined || isModified(event) || usesArrowKeys(event.target)) return;
      event.preventDefault();
      onStep(step.side);
    };
    // The event is captured, because dialogs stop the propagation of arrow keys.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [paused, onStep]);
  if (neighbors.index === -1) return null;
  return (
    <div className="flex gap-2">
      {steps.map(({ side, label, shortcut, icon: Icon }) => (
        <Button
          key={side}
          variant="secondary"
          className="w-10 px-0! touch:w-11"
          aria-label={label}
          data-tooltip={label}
          aria-keyshortcuts={shortcut}
          disabledFocusable={neighbors[side] === null}
          onClick={() => onStep(side)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </Button>
      ))}
    </div>
  );
}

const steps = [
  {
    side: 'previous',
    label: transactionsCopy.dialog.previous,
    shortcut: 'ArrowLeft',
    icon: ChevronLeft,
  },
  {
    side: 'next',
    label: transactionsCopy.dialog.next,
    shortcut: 'ArrowRight',
    icon: ChevronRight,
  },
] as const;

const isModified = (event: KeyboardEvent) =>
  event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

/** True if the target handles arrow keys itself. */
const usesArrowKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="menu"]') !== null;
