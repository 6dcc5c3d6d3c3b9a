import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { useUpdateFlow } from './update-flow.ts';

const words = {
  reconnect: 'Reconnect',
  choose_accounts: 'Choose accounts',
  agree: 'Agree at the bank',
};

/** Has the person mend a connection at the bank: sign in again, choose the accounts anew, or agree to more. */
export function ReconnectButton({
  itemId,
  remedy,
  onRunning,
  quiet = false,
}: {
  /** The aggregator's. */
  itemId: string;
  remedy: keyof typeof words;
  /** The bank's page is open, or is not any more: until then this is to stay where it is. */
  onRunning: (running: boolean) => void;
  /** Nothing is wrong: it is only to be had. */
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
        {words[remedy]}
      </Button>
      <FormError>{note}</FormError>
    </div>
  );
}
