import { lazy, Suspense } from 'react';
import { paths } from '../../paths.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { useSession } from '../../platform/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { publicCopy } from '../frame/public.copy.ts';

const InFrame = lazy(() =>
  loadChunk(async () => ({ default: (await import('../frame/signed-in.tsx')).SignedInPage })),
);

/** Shown for unknown paths. Signed-in users keep the navigation. */
export function Component() {
  if (useSession() === null) {
    return (
      <main className="grid min-h-dvh place-items-center px-4">
        <NotFound />
      </main>
    );
  }
  return (
    <Suspense>
      <InFrame>
        <div className="grid min-h-[60dvh] place-items-center">
          <NotFound />
        </div>
      </InFrame>
    </Suspense>
  );
}

function NotFound() {
  return (
    <div className="text-center">
      <title>{publicCopy.notFound.pageTitle}</title>
      <Logo className="mx-auto size-10" />
      <h1 className="mt-6 text-xl font-semibold">{publicCopy.notFound.title}</h1>
      <p className="mt-2 text-muted">{publicCopy.notFound.detail}</p>
      <ButtonLink to={paths.dashboard} className="mt-6">
        {publicCopy.home}
      </ButtonLink>
    </div>
  );
}
