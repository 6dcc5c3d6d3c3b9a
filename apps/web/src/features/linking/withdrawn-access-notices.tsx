import { formatMessage } from '@cairn/contract/text/copy';
import { CircleAlert } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { formatInstant } from '../../platform/formats/format-instant.ts';
import { Message } from '../../ui/message.tsx';
import { useWithdrawnInstitutions } from './linking.api.ts';
import { linkingCopy } from './linking.copy.ts';

const copy = linkingCopy.withdrawn;

/** A notice for each bank that was deleted because the user withdrew access there. */
export function WithdrawnAccessNotices({ className = '' }: { className?: string }) {
  const isLinkScreen = useLocation().pathname === paths.link;
  const { data } = useWithdrawnInstitutions();
  return data?.revoked_institutions.map(({ institution_name: institution, at }) => (
    <p
      key={institution}
      className={`flex items-start gap-3 rounded-control bg-attention-soft px-4 py-3 text-left ${className}`}
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-attention" />
      <span className="min-w-0 wrap-anywhere">
        <Message
          text={copy.text}
          values={{
            institution,
            date: <time dateTime={at}>{formatInstant(at, 'day')}</time>,
            link: isLinkScreen ? (
              formatMessage(copy.link, { institution })
            ) : (
              <Link to={paths.link} className="font-medium underline underline-offset-4">
                {formatMessage(copy.link, { institution })}
              </Link>
            ),
          }}
        />
      </span>
    </p>
  ));
}
