import { useState } from 'react';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { type Option, Select } from '../../ui/form/select.tsx';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.monthTabs;

/** Selects the month to show. Mounted while open. */
export default function MonthDialog({
  month,
  options,
  onSelect,
  onClosed,
}: {
  month: string;
  options: readonly Option[];
  onSelect: (month: string) => void;
  onClosed: () => void;
}) {
  const [chosen, setChosen] = useState(month);
  const submit = () => {
    onSelect(chosen);
    return true;
  };
  return (
    <FormDialog
      title={copy.dialogTitle}
      description={copy.dialogHint}
      action={copy.show}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <Select
        label={spendingCopy.month}
        options={options}
        value={chosen}
        onChange={setChosen}
        className="w-full"
      />
    </FormDialog>
  );
}
