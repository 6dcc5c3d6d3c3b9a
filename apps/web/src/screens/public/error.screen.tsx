import { formatMessage } from '@cairn/contract/text/copy';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { paths } from '../../paths.ts';
import { ChunkLoadError, canReload, recordReload } from '../../platform/browser/chunk-loading.ts';
import { useOnline } from '../../platform/browser/online.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { publicCopy } from '../frame/public.copy.ts';

/** Milliseconds, so that users can read why the page reloads. */
const reloadDelay = 1500;

/** The router's error boundary: replaces a screen that failed. */
export function ErrorScreen() {
  const error = useRouteError();
  if (error instanceof ChunkLoadError) return <ChunkFailed />;
  return (
    <ErrorPage title={publicCopy.error.title} detail={describe(error)}>
      <a href={paths.dashboard} className={buttonClass()}>
        {publicCopy.home}
      </a>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {publicCopy.error.reload}
      </Button>
    </ErrorPage>
  );
}

/** The status of a route error, or an error's message. */
function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : publicCopy.error.noDetail;
}

/** Shown if a chunk failed to load. Reloads the page once, or when the device is back online. */
function ChunkFailed() {
  const online = useOnline();
  const [wasOffline] = useState(!online);
  const reloads = !wasOffline && canReload(sessionStorage, online);
  useEffect(() => {
    if (wasOffline && online) window.location.reload();
  }, [wasOffline, online]);
  useEffect(() => {
    if (!reloads) return;
    const timer = setTimeout(() => {
      recordReload(sessionStorage);
      window.location.reload();
    }, reloadDelay);
    return () => clearTimeout(timer);
  }, [reloads]);
  if (reloads) {
    return (
      <ErrorPage title={publicCopy.error.newVersion} detail={publicCopy.error.newVersionDetail} />
    );
  }
  return (
    <ErrorPage
      title={publicCopy.error.notLoaded}
      detail={online ? publicCopy.error.temporary : publicCopy.error.offline}
    >
      <Button onClick={() => window.location.reload()}>{publicCopy.error.tryAgain}</Button>
      <a href={paths.dashboard} className={buttonClass('secondary')}>
        {publicCopy.home}
      </a>
    </ErrorPage>
  );
}

function ErrorPage({
  title,
  detail,
  children,
}: {
  title: string;
  detail: string;
  children?: React.ReactNode;
}) {
  return (
    <main className="grid min-h-[70dvh] place-items-center px-4">
      <title>{formatMessage(publicCopy.pageTitle, { title })}</title>
      <div role="alert" className="max-w-105 text-center">
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="mt-2 text-muted">{detail}</p>
        {children && <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>}
      </div>
    </main>
  );
}
