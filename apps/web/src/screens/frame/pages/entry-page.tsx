import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { cardClass } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Logo } from '../../../ui/logo.tsx';
import { publicCopy } from '../public.copy.ts';
import { SandboxNotice } from '../sandbox-notice.tsx';

/** A link to the welcome page for new visitors, shown below the card. */
export function AboutLink() {
  return (
    <p className="mt-1">
      <a href={paths.welcome} className={textLinkClass}>
        {publicCopy.about}
      </a>
    </p>
  );
}

/** The layout of the sign-in and sign-up screens: the app's name, a card, and a footer. */
export function EntryPage({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="flex grow flex-col items-center px-4 py-10 sm:justify-center sm:pb-24">
        <a
          href={paths.welcome}
          className="mb-6 flex min-h-11 items-center gap-2.5 rounded-control px-2 text-lg font-semibold tracking-normal"
        >
          <Logo className="size-8" />
          {publicCopy.appName}
        </a>
        <div className={classNames(cardClass, 'w-full max-w-100 p-6 sm:p-8')}>{children}</div>
        {footer && <div className="mt-6 text-center text-muted">{footer}</div>}
      </main>
      <PublicLinks />
      <SandboxNotice />
    </div>
  );
}

/** Links to the public pages. */
export function PublicLinks() {
  const linkClass = 'rounded-sm px-1 underline-offset-2 hover:text-ink hover:underline touch:py-3';
  return (
    <nav
      aria-label={publicCopy.links.label}
      className="flex justify-center gap-4 py-1 text-xs text-muted"
    >
      <a href={paths.welcome} className={linkClass}>
        {publicCopy.links.about}
      </a>
      <Link to={paths.terms} className={linkClass}>
        {publicCopy.links.terms}
      </Link>
      <Link to={paths.privacy} className={linkClass}>
        {publicCopy.links.privacy}
      </Link>
      <Link to={paths.publicDashboard} className={linkClass}>
        {publicCopy.links.stocks}
      </Link>
    </nav>
  );
}

/** The classes of a link inside a sentence. */
export const textLinkClass =
  'rounded-sm font-medium text-accent underline-offset-2 hover:underline touch:py-2';
