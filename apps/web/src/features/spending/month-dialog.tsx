import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type Option, Select } from '../../ui/select.tsx';

/** Asks which month is to be shown. Mounted while open. */
export default function MonthDialog({
  month,
  options,
  onChoose,
  onClosed,
}: {
  month: string;
  options: readonly Option[];
  onChoose: (month: string) => void;
  onClosed: () => void;
}) {
  const [chosen, setChosen] = useState(month);
  const submit = () => {
    onChoose(chosen);
    return true;
  };
  return (
    <FormDialog
      title="Choose a month"
      description="One of the last 12."
      action="Show"
      onSubmit={submit}
      onClosed={onClosed}
    >
      <Select
        label="Month"
        options={options}
        value={chosen}
        onChange={setChosen}
        className="w-full"
      />
    </FormDialog>
  );
}
