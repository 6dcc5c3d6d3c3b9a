import { CircleCheck } from 'lucide-react';
import { formatCount, formatInstitution } from '../../platform/formats.ts';
import { ProgressBar } from '../../ui/spinner.tsx';
import { useSyncState } from './linking.api.ts';

/** What the first sync has brought so far, counted live. */
export function SetupProgress({
  itemId,
  institution,
}: {
  itemId: string;
  /** The name the link flow gave, until the server has its own. */
  institution: string;
}) {
  const { data } = useSyncState();
  const item = data?.items.find((one) => one.item_id === itemId);
  const name = item === undefined ? institution : formatInstitution(item);
  const done = item?.state === 'ok';
  const added = item?.added ?? 0;
  return (
    <div>
      <h1 className="text-lg font-semibold text-balance sm:text-xl">
        We are setting up your account! Welcome!
      </h1>
      <p className="figures mt-3 text-base text-muted" aria-live="polite">
        {added > 0
          ? `${formatCount(added)} ${added === 1 ? 'transaction' : 'transactions'} from ${name}`
          : `Asking ${name} for your accounts and transactions…`}
      </p>
      {done ? (
        <p className="mt-6 flex items-center justify-center gap-2 font-medium text-money-in">
          <CircleCheck aria-hidden="true" className="size-5" />
          Everything is here
        </p>
      ) : (
        <ProgressBar label={`Fetching transactions from ${name}`} className="mt-7" />
      )}
      {item?.error && <p className="mt-4 text-attention">{item.error}</p>}
    </div>
  );
}
