import { formatMessage } from '@cairn/contract/text/copy';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { paths } from '../../paths.ts';
import { ChunkLoadError, canReload, recordReload } from '../../platform/browser/chunk-loading.ts';
import { useOnline } from '../../platform/browser/online.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { publicCopy } from '../frame/public.copy.ts';
import { ErrorDetails } from './error-details.tsx';

/** How many milliseconds users have to read why the page is about to reload. */
const reloadDelay = 1500;

/** The router's error boundary: replaces a screen that failed. */
export function ErrorScreen() {
  const error = useRouteError();
  if (error instanceof ChunkLoadError) return <ChunkFailed />;
  return (
    <ErrorPage
      title={publicCopy.error.title}
      detail={publicCopy.error.advice}
      footer={<ErrorDetails error={error} />}
    >
      <Button onClick={() => window.location.reload()}>{publicCopy.error.tryAgain}</Button>
      <HomeLink />
    </ErrorPage>
  );
}

/** Shown if a chunk failed to load. Reloads the page once, or when the device is back online. */
function ChunkFailed() {
  const online = useOnline();
  const [wasOffline] = useState(!online);
  const shouldReload = !wasOffline && canReload(sessionStorage, online);
  useEffect(() => {
    if (wasOffline && online) window.location.reload();
  }, [wasOffline, online]);
  useEffect(() => {
    if (!shouldReload) return;
    const timer = setTimeout(() => {
      recordReload(sessionStorage);
      window.location.reload();
    }, reloadDelay);
    return () => clearTimeout(timer);
  }, [shouldReload]);
  if (shouldReload) {
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

/** A link home that reloads the app, because the app's state may have caused the error. */
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
  footer,
  children,
}: {
  title: string;
  detail: string;
  footer?: ReactNode;
  /** The buttons. */
  children?: ReactNode;
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
        {children && <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>}
        {footer}
      </div>
    </main>
  );
}
