import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Neighbours, Side } from './transaction-neighbours.ts';

/**
 * The way to the transactions before and after the one that is shown: two buttons, and the arrow keys
 * anywhere but in a field or a menu. Nothing where the list does not have it.
 */
export function TransactionSteps({
  beside,
  paused,
  onStep,
}: {
  beside: Neighbours;
  /** While something else has the arrow keys. */
  paused: boolean;
  onStep: (side: Side) => void;
}) {
  useEffect(() => {
    if (paused) return;
    const onKey = (event: KeyboardEvent) => {
      const step = steps.find(({ shortcut }) => shortcut === event.key);
      if (step === undefined || isModified(event) || needsArrows(event.target)) return;
      event.preventDefault();
      onStep(step.side);
    };
    // On its way down: a dialog keeps the arrow keys that are pressed in it to itself.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [paused, onStep]);
  if (beside.at === -1) return null;
  return (
    <div className="flex gap-2">
      {steps.map(({ side, label, shortcut, icon: Icon }) => (
        <Button
          key={side}
          variant="secondary"
          className="w-10 px-0! touch:w-11"
          aria-label={label}
          title={label}
          aria-keyshortcuts={shortcut}
          spent={beside[side] === null}
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
    label: 'Previous transaction',
    shortcut: 'ArrowLeft',
    icon: ChevronLeft,
  },
  { side: 'next', label: 'Next transaction', shortcut: 'ArrowRight', icon: ChevronRight },
] as const;

const isModified = (event: KeyboardEvent) =>
  event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

/** Whether the arrow keys mean something else where they are pressed. */
const needsArrows = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="menu"]') !== null;
