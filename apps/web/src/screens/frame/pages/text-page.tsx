import { formatMessage } from '@cairn/contract/text/copy';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../platform/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Brand } from '../brand.tsx';
import { publicCopy } from '../public.copy.ts';
import { SandboxNotice } from '../sandbox-notice.tsx';
import { PublicLinks } from './entry-page.tsx';

/** The layout of a public text page, which signed-in users can open too. */
export function TextPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}) {
  const isSignedIn = useSession() !== null;
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{formatMessage(publicCopy.pageTitle, { title })}</title>
      <header className="mx-auto flex h-16 w-full max-w-180 items-center justify-between px-4 sm:px-6">
        <Brand />
        <div className="flex items-center gap-2">
          <Link
            to={isSignedIn ? paths.dashboard : paths.login}
            className="inline-flex h-11 items-center rounded-control px-3 font-medium text-muted hover:bg-sunken hover:text-ink"
          >
            {isSignedIn ? publicCopy.home : publicCopy.logIn}
          </Link>
          {!isSignedIn && (
            <ButtonLink to={paths.signup} variant="secondary">
              {publicCopy.signUp}
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

/** A section of a text page. */
export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-2.5 flex flex-col gap-3 [&_li]:pl-1 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ul]:marker:text-muted">
        {children}
      </div>
    </section>
  );
}

/** Explains, on pages about real banks and money, that this installation is a sandbox. */
export function SandboxExplanation({ shown }: { shown: boolean }) {
  if (!shown) return null;
  return (
    <p className="mt-6 rounded-control bg-attention-soft px-4 py-3 text-sm text-attention">
      {publicCopy.sandbox.explanation}
    </p>
  );
}
