import { CircleAlert } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { formatMoment } from '../../platform/moments.ts';
import { useWithdrawn } from './linking.api.ts';

/** Says of banks that are gone because access was withdrawn there what happened, and that linking helps. */
export function WithdrawnNotes({ className = '' }: { className?: string }) {
  const isWhereToLink = useLocation().pathname === paths.link;
  const { data } = useWithdrawn();
  return data?.withdrawn.map(({ institution_name: name, at }) => (
    <p
      key={name}
      className={`flex items-start gap-3 rounded-control bg-attention-soft px-4 py-3 text-left ${className}`}
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-attention" />
      <span className="min-w-0 wrap-anywhere">
        Cairn’s access to {name} was withdrawn at the bank on{' '}
        <time dateTime={at}>{formatMoment(at, 'day')}</time>, so the accounts and transactions that
        came with it were deleted here. To see them again,{' '}
        {isWhereToLink ? (
          `link ${name} again`
        ) : (
          <Link to={paths.link} className="font-medium underline underline-offset-4">
            link {name} again
          </Link>
        )}
        .
      </span>
    </p>
  ));
}
