import { useState } from 'react';
import { todayHere } from '../../platform/formats.ts';
import { Field, FormError } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type DayRange, isDayRange } from './transaction-filter.ts';

/** Asks for the first and the last day of a range. Mounted while open. */
export default function RangeDialog({
  days,
  onChoose,
  onClosed,
}: {
  /** The days that are chosen now. */
  days: DayRange | null;
  onChoose: (days: DayRange) => void;
  onClosed: () => void;
}) {
  const [from, setFrom] = useState(days?.from ?? `${todayHere().slice(0, 8)}01`);
  const [to, setTo] = useState(days?.to ?? todayHere());
  const [refusal, setRefusal] = useState('');
  const submit = () => {
    const problem = problemOf({ from, to });
    setRefusal(problem);
    if (problem === '') onChoose({ from, to });
    return problem === '';
  };
  return (
    <FormDialog
      title="Custom range"
      description="Both days are included."
      action="Apply"
      onSubmit={submit}
      onClosed={onClosed}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="From"
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field label="To" type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        <FormError className="sm:col-span-2">{refusal}</FormError>
      </div>
    </FormDialog>
  );
}

function problemOf({ from, to }: DayRange): string {
  if (from === '' || to === '') return 'Please enter both days.';
  return isDayRange({ from, to }) ? '' : 'The first day must not be after the last.';
}
