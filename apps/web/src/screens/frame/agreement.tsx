import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { textLinkClass } from './entry-page.tsx';

/** What is agreed to by doing something, with links to all of it. */
export function Agreement({ doing, className }: { doing: string; className?: string }) {
  return (
    <p className={classNames('text-center text-xs text-pretty text-muted', className)}>
      By {doing} you agree to the{' '}
      <Link to={paths.terms} className={textLinkClass}>
        Terms
      </Link>{' '}
      and the{' '}
      <Link to={paths.privacy} className={textLinkClass}>
        Privacy Policy
      </Link>
    </p>
  );
}
