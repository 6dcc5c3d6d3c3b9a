import { formatMessage } from '@cairn/contract/text/copy';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { paths } from '../../paths.ts';
import { ChunkLoadError, canReload, recordReload } from '../../platform/browser/chunk-loading.ts';
import { useOnline } from '../../platform/browser/online.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { publicCopy } from '../frame/public.copy.ts';

/** Milliseconds, so that users can read why the page reloads. */
const reloadDelay = 1500;

/** The router's error boundary: replaces a screen that failed. */
export function ErrorScreen() {
  const error = useRouteError();
  if (error instanceof ChunkLoadError) return <ChunkFailed />;
  return (
    <ErrorPage
      title={publicCopy.error.title}
      detail={publicCopy.error.advice}
      message={describe(error)}
    >
      <Button onClick={() => window.location.reload()}>{publicCopy.error.tryAgain}</Button>
      <HomeLink />
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
      <HomeLink />
    </ErrorPage>
  );
}

/** Reloads the app, because its state may be what caused the error. */
function HomeLink() {
  return (
    <a href={paths.dashboard} className={buttonClass('secondary')}>
      {publicCopy.home}
    </a>
  );
}

function ErrorPage({
  title,
  detail,
  message,
  children,
}: {
  title: string;
  detail: string;
  /** The technical message of the error, for people who report it. */
  message?: string;
  children?: React.ReactNode;
}) {
  return (
    <main className="grid min-h-[70dvh] place-items-center px-4 py-10">
      <title>{formatMessage(publicCopy.pageTitle, { title })}</title>
      <div
        role="alert"
        className={classNames(cardClass, 'w-full max-w-120 p-6 text-center sm:p-8')}
      >
        <span className="mx-auto grid size-12 place-items-center rounded-full bg-attention-soft text-attention">
          <TriangleAlert aria-hidden="true" className="size-6" strokeWidth={1.75} />
        </span>
        <h1 className="mt-4 text-lg font-semibold">{title}</h1>
        <p className="mt-2 text-pretty text-muted">{detail}</p>
        {message !== undefined && (
          <p className="mt-4 rounded-control bg-sunken px-3 py-2.5 text-left text-xs wrap-anywhere">
            <span className="font-medium">{publicCopy.error.messageLabel}</span>{' '}
            <span className="text-muted">{message}</span>
          </p>
        )}
        {children && <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>}
      </div>
    </main>
  );
}
