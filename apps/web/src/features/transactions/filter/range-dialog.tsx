import { useState } from 'react';
import { localToday } from '../../../platform/formats/formats.ts';
import { Field, FormError } from '../../../ui/form/field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { transactionsCopy } from '../transactions.copy.ts';
import { type DayRange, isDayRange } from './transaction-filter.ts';

const copy = transactionsCopy.filter;

/** Chooses the first and the last day of a range. Mounted while open. */
export default function RangeDialog({
  days,
  onSelect,
  onClosed,
}: {
  /** The current range, if it is a custom one. */
  days: DayRange | null;
  onSelect: (days: DayRange) => void;
  onClosed: () => void;
}) {
  const [from, setFrom] = useState(days?.from ?? `${localToday().slice(0, 8)}01`);
  const [to, setTo] = useState(days?.to ?? localToday());
  const [error, setError] = useState('');
  const submit = () => {
    const invalid = validate({ from, to });
    setError(invalid);
    if (invalid === '') onSelect({ from, to });
    return invalid === '';
  };
  return (
    <FormDialog
      title={copy.customRange}
      description={copy.customRangeHint}
      action={copy.apply}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={copy.from}
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label={copy.to}
          type="date"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <FormError className="sm:col-span-2">{error}</FormError>
      </div>
    </FormDialog>
  );
}

/** Returns the error text, or an empty string if the range is valid. */
function validate({ from, to }: DayRange): string {
  if (from === '' || to === '') return copy.missingDate;
  return isDayRange({ from, to }) ? '' : copy.endBeforeStart;
}
