import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { ChunkFailure, mayReload, noteReload } from '../platform/chunk-failure.ts';
import { useOnline } from '../platform/online.ts';
import { Button, buttonClass } from '../ui/button.tsx';

/** Long enough to read why the page is about to be loaded again. */
const reloadDelay = 1500;

/** What the router shows in place of a screen that failed. */
export function ErrorScreen() {
  const error = useRouteError();
  if (error instanceof ChunkFailure) return <ChunkFailed />;
  return (
    <Message title="Unexpected Application Error!" detail={describe(error)}>
      <a href={paths.dashboard} className={buttonClass()}>
        Home
      </a>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Message>
  );
}

/** The status of a failed route, or the message of an error. */
function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : 'No reason was given.';
}

/** A part of the app did not load: says so, and loads the page again once, or when there is a network again. */
function ChunkFailed() {
  const online = useOnline();
  const [wasOffline] = useState(!online);
  const reloads = !wasOffline && mayReload(sessionStorage, online);
  useEffect(() => {
    if (wasOffline && online) window.location.reload();
  }, [wasOffline, online]);
  useEffect(() => {
    if (!reloads) return;
    const timer = setTimeout(() => {
      noteReload(sessionStorage);
      window.location.reload();
    }, reloadDelay);
    return () => clearTimeout(timer);
  }, [reloads]);
  if (reloads) {
    return (
      <Message
        title="A new version of Cairn was put in place"
        detail="This page loads it now. Nothing of yours is lost."
      />
    );
  }
  return (
    <Message
      title="This part of Cairn did not load"
      detail={
        online
          ? 'It may be a passing fault. Try again in a moment.'
          : 'You are offline. It is loaded when you are back.'
      }
    >
      <Button onClick={() => window.location.reload()}>Try again</Button>
      <a href={paths.dashboard} className={buttonClass('secondary')}>
        Home
      </a>
    </Message>
  );
}

function Message({
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
      <title>{`${title} · Cairn`}</title>
      <div role="alert" className="max-w-105 text-center">
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="mt-2 text-muted">{detail}</p>
        {children && <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>}
      </div>
    </main>
  );
}
