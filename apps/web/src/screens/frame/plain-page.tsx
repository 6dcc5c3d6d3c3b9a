import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useSession } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Brand } from './brand.tsx';
import { PublicLinks } from './entry-page.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';

/** A page to read: for everyone, signed in or not. */
export function PlainPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}) {
  const signedIn = useSession() !== null;
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Cairn`}</title>
      <header className="mx-auto flex h-16 w-full max-w-180 items-center justify-between px-4 sm:px-6">
        <Brand />
        <div className="flex items-center gap-2">
          <Link
            to={signedIn ? paths.dashboard : paths.login}
            className="inline-flex h-11 items-center rounded-control px-3 font-medium text-muted hover:bg-sunken hover:text-ink"
          >
            {signedIn ? 'Home' : 'Log in'}
          </Link>
          {!signedIn && (
            <ButtonLink to={paths.signup} variant="secondary">
              Sign up
            </ButtonLink>
          )}
        </div>
      </header>
      <main className="mx-auto w-full max-w-180 grow px-4 py-6 text-base text-pretty sm:px-6 sm:py-10">
        <h1 className="text-xl font-semibold">{title}</h1>
        <div className="mt-3 text-muted">{intro}</div>
        {children}
      </main>
      <PublicLinks />
      <SandboxNotice />
    </div>
  );
}

/** One subject of it. */
export function PlainSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-2.5 flex flex-col gap-3 [&_li]:pl-1 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ul]:marker:text-muted">
        {children}
      </div>
    </section>
  );
}

/** Where banks and money are made up, a page about real ones says so first. */
export function SandboxParagraph({ shown }: { shown: boolean }) {
  if (!shown) return null;
  return (
    <p className="mt-6 rounded-control bg-attention-soft px-4 py-3 text-sm text-attention">
      This copy of Cairn runs in a sandbox: its banks, payments, mails and the sign-in pages of
      Google and Apple are played on this computer. No real bank is asked and no real money moves,
      so do not enter real passwords or card numbers.
    </p>
  );
}
