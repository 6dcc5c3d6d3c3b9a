import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatMonth } from '../../platform/formats/formats.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { budgetCopy } from './budget.copy.ts';
import { neighborMonths } from './month-choice.ts';

const copy = budgetCopy.months;

/** The shown month, with buttons for the months before and after, and for this month. */
export function MonthBrowser({
  month,
  thisMonth,
  onChange,
}: {
  month: string;
  thisMonth: string;
  onChange: (month: string) => void;
}) {
  const { before, after } = neighborMonths(month, thisMonth);
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="sr-only">{copy.label}</legend>
      <MonthButton label={copy.previous} to={before} onChange={onChange} icon={ChevronLeft} />
      <p aria-live="polite" className="figures min-w-33 text-center font-medium">
        {formatMonth(month)}
      </p>
      <MonthButton label={copy.next} to={after} onChange={onChange} icon={ChevronRight} />
      {after !== null && (
        <Button variant="ghost" size="small" onClick={() => onChange(thisMonth)}>
          {copy.current}
        </Button>
      )}
    </fieldset>
  );
}

function MonthButton({
  label,
  to,
  icon: Icon,
  onChange,
}: {
  label: string;
  /** The month that the button shows. Null if no earlier or later month can be shown. */
  to: string | null;
  icon: typeof ChevronLeft;
  onChange: (month: string) => void;
}) {
  // A button without a month is only marked as disabled, so that it keeps the focus.
  return (
    <IconButton
      label={label}
      aria-disabled={to === null || undefined}
      className={to === null ? 'pointer-events-none opacity-40' : ''}
      onClick={() => to !== null && onChange(to)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
