import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Option, Select } from '../../ui/select.tsx';

const formId = 'custom-month';

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
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState(month);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(chosen);
    setOpen(false);
  };
  return (
    <Dialog
      title="Choose a month"
      description="One of the last 12."
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
            Show
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Select
          label="Month"
          options={options}
          value={chosen}
          onChange={setChosen}
          className="w-full"
        />
      </form>
    </Dialog>
  );
}
