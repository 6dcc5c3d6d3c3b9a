import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { linkingCopy } from './linking.copy.ts';
import { useUpdateFlow } from './update-flow.ts';

const labels = linkingCopy.remedies;

/** Opens update mode, where the user signs in again, chooses accounts, or allows more data. */
export function ReconnectButton({
  itemId,
  remedy,
  onRunning,
  quiet = false,
}: {
  /** The aggregator's id. */
  itemId: string;
  remedy: keyof typeof labels;
  /** Called when the bank's page opens and closes. The button must stay mounted while it is open. */
  onRunning: (running: boolean) => void;
  /** True if nothing is wrong, so that the button is less prominent. */
  quiet?: boolean;
}) {
  const { start, busy, note } = useUpdateFlow(itemId, onRunning);
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="small"
        variant={quiet ? 'secondary' : 'primary'}
        busy={busy}
        onClick={() => start(remedy === 'choose_accounts')}
      >
        {labels[remedy]}
      </Button>
      <FormError>{note}</FormError>
    </div>
  );
}
