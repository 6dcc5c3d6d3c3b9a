import { formatMessage } from '@cairn/contract/text/copy';
import { useDemoMode } from '../../../platform/demo-mode.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { showReadOnlyToast } from '../../../ui/overlay/toast.ts';
import { type Transaction, useAnnotate } from '../transactions.api.ts';
import { transactionsCopy } from '../transactions.copy.ts';

const copy = transactionsCopy.reviewed;

/** Marks a transaction as reviewed or not. The switch moves at once, and back if the change fails. */
export function ReviewedSwitch({ transaction: { id, reviewed } }: { transaction: Transaction }) {
  const demo = useDemoMode();
  const change = useAnnotate(id);
  const next = change.isPending && 'reviewed' in change.variables && change.variables.reviewed;
  const setReviewed = (checked: boolean) => {
    if (demo) return showReadOnlyToast();
    if (!change.isPending) change.mutate({ reviewed: checked });
  };
  return (
    <div>
      <Switch
        label={copy.label}
        checked={change.isPending ? next : reviewed}
        onChange={setReviewed}
      />
      <div role="alert" className="mt-1.5 text-danger empty:hidden">
        {change.error && formatMessage(copy.failed, { reason: change.error.message })}
      </div>
    </div>
  );
}
