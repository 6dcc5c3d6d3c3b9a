import { CircleAlert } from 'lucide-react';
import { formatMoment } from '../../platform/moments.ts';
import { useWithdrawn } from './linking.api.ts';

/** Says of banks that are gone because access was withdrawn there what happened, and that linking helps. */
export function WithdrawnNote() {
  const { data } = useWithdrawn();
  return (
    // There from the start: what comes into it is read out.
    <div role="status" className="contents">
      {data?.withdrawn.map(({ institution_name: name, at }) => (
        <p
          key={name}
          className="mb-6 flex items-start gap-3 rounded-control bg-attention-soft px-4 py-3 text-left"
        >
          <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-attention" />
          <span className="min-w-0 wrap-anywhere">
            Cairn’s access to {name} was withdrawn at the bank on{' '}
            <time dateTime={at}>{formatMoment(at, 'day')}</time>, so the accounts and transactions
            that came with it were deleted here. To see them again, link {name} again.
          </span>
        </p>
      ))}
    </div>
  );
}
