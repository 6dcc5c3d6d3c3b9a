import { formatMessage } from '@cairn/contract/text/copy';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../platform/session/session.ts';
import { frameCopy } from '../frame.copy.ts';

/** The user's mark, the first letter of the email address, which opens the profile. */
export function ProfileLink({ pathname }: { pathname: string }) {
  const email = useSession()?.claims.username;
  if (email === undefined) return null;
  const label = formatMessage(frameCopy.profileOf, { email });
  return (
    <Link
      to={paths.profile}
      aria-label={label}
      aria-current={pathname === paths.profile ? 'page' : undefined}
      title={label}
      className="group inline-grid size-10 shrink-0 place-items-center rounded-control transition-colors duration-150 hover:bg-sunken touch:size-11"
    >
      {/* A mark and not text, which would have to be a word of the link's name. */}
      <span
        aria-hidden="true"
        data-initial={email.charAt(0)}
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong uppercase group-aria-[current]:bg-accent group-aria-[current]:text-on-accent before:content-[attr(data-initial)]"
      />
    </Link>
  );
}
