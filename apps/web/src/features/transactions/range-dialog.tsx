import { type FormEvent, useState } from 'react';
import { todayHere } from '../../platform/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FormError } from '../../ui/field.tsx';
import { type DayRange, isDayRange } from './transaction-filter.ts';

const formId = 'custom-range';

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
  const [open, setOpen] = useState(true);
  const [from, setFrom] = useState(days?.from ?? `${todayHere().slice(0, 8)}01`);
  const [to, setTo] = useState(days?.to ?? todayHere());
  const [refusal, setRefusal] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from === '' || to === '') return setRefusal('Please enter both days.');
    if (!isDayRange({ from, to })) return setRefusal('The first day must not be after the last.');
    onChoose({ from, to });
    setOpen(false);
  };
  return (
    <Dialog
      title="Custom range"
      description="Both days are included."
      width="small"
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      footer={
        <>
          <Button variant="ghost" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Apply
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <Field
          label="From"
          type="date"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field label="To" type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        <FormError className="sm:col-span-2">{refusal}</FormError>
      </form>
    </Dialog>
  );
}
