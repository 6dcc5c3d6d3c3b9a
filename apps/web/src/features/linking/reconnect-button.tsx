import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { useUpdateFlow } from './update-flow.ts';

/** Has the person mend a connection at the bank: sign in again, or choose the accounts anew. */
export function ReconnectButton({
  itemId,
  remedy,
  onRunning,
  quiet = false,
}: {
  /** The aggregator's. */
  itemId: string;
  remedy: 'reconnect' | 'choose_accounts';
  /** The bank's page is open, or is not any more: until then this is to stay where it is. */
  onRunning: (running: boolean) => void;
  /** Nothing is wrong: it is only to be had. */
  quiet?: boolean;
}) {
  const { start, busy, note } = useUpdateFlow(itemId, onRunning);
  const choosing = remedy === 'choose_accounts';
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="small"
        variant={quiet ? 'secondary' : 'primary'}
        busy={busy}
        onClick={() => start(choosing)}
      >
        {choosing ? 'Choose accounts' : 'Reconnect'}
      </Button>
      <FormError>{note}</FormError>
    </div>
  );
}
