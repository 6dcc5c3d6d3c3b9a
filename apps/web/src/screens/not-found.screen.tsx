import { lazy, Suspense } from 'react';
import { paths } from '../paths.ts';
import { loadChunk } from '../platform/chunk-failure.ts';
import { useSession } from '../platform/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Mark } from '../ui/logo.tsx';

const InFrame = lazy(() =>
  loadChunk(async () => ({ default: (await import('./frame/signed-in.tsx')).InFrame })),
);

/** Any address that is not one of ours. Who is signed in keeps the navigation. */
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
      <title>Not found · Cairn</title>
      <Mark className="mx-auto size-10" />
      <h1 className="mt-6 text-xl font-semibold">Not found</h1>
      <p className="mt-2 text-muted">There is no page at this address.</p>
      <ButtonLink to={paths.dashboard} className="mt-6">
        Home
      </ButtonLink>
    </div>
  );
}
