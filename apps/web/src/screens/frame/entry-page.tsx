import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Mark } from '../../ui/logo.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';

/** The page around signing in and up: the name, one card, one line below it. */
export function EntryPage({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="flex grow flex-col items-center px-4 py-10 sm:justify-center sm:pb-24">
        <div className="mb-8 flex items-center gap-2.5">
          <Mark className="size-8" />
          <p className="text-lg font-semibold tracking-tight">Cairn</p>
        </div>
        <div className={classNames(cardClass, 'w-full max-w-100 p-6 sm:p-8')}>{children}</div>
        {footer && <div className="mt-6 text-center text-muted">{footer}</div>}
      </main>
      <PublicLinks />
      <SandboxNotice />
    </div>
  );
}

/** The pages that are for everyone. */
export function PublicLinks() {
  const link = 'rounded-sm px-1 underline-offset-2 hover:text-ink hover:underline touch:py-3';
  return (
    <nav aria-label="More" className="flex justify-center gap-4 py-1 text-xs text-muted">
      <Link to={paths.terms} className={link}>
        Terms
      </Link>
      <Link to={paths.privacy} className={link}>
        Privacy
      </Link>
      <Link to={paths.publicDashboard} className={link}>
        Stocks
      </Link>
    </nav>
  );
}

/** How a link inside a sentence looks. */
export const textLinkClass =
  'rounded-sm font-medium text-accent underline-offset-2 hover:underline touch:py-2';
