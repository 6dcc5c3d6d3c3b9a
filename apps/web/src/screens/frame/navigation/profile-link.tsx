import { CircleUserRound } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../platform/session/session.ts';
import { frameCopy } from '../frame.copy.ts';

/** The user's mark, the first letter of the email address, which opens the profile. */
export function ProfileLink({ pathname }: { pathname: string }) {
  const initial = useSession()?.claims.username.charAt(0);
  return (
    <Link
      to={paths.profile}
      aria-label={frameCopy.profile}
      aria-current={pathname === paths.profile ? 'page' : undefined}
      title={frameCopy.profile}
      className="group inline-grid size-10 shrink-0 place-items-center rounded-control transition-colors duration-150 hover:bg-sunken touch:size-11"
    >
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong uppercase group-aria-[current]:bg-accent group-aria-[current]:text-on-accent"
      >
        {initial || <CircleUserRound className="size-5" />}
      </span>
    </Link>
  );
}
