import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { loadChunk } from '../../platform/chunk-failure.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { followEvents } from '../../platform/events.ts';
import { Gate } from '../../platform/gate.tsx';
import { provenTotalOf } from '../../platform/proof-address.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.ts';
import { keepTokenFresh } from '../../platform/token-renewal.ts';
import { addressWithoutRows } from './address-without-rows.ts';
import { Frame } from './frame.tsx';

const UpgradeScreen = lazy(() =>
  loadChunk(async () => ({ default: (await import('../upgrade.screen.tsx')).UpgradeScreen })),
);

const ProofHost = lazy(() => loadChunk(() => import('./proof-host.tsx')));

/** The root of all screens that require sign-in. */
export function Component() {
  return (
    <SignedIn>
      <DemoSwitchGuard>
        <Gate
          upgrade={
            <Frame full={false} pathname="">
              <Suspense>
                <UpgradeScreen />
              </Suspense>
            </Frame>
          }
        >
          <OwnFrame />
        </Gate>
      </DemoSwitchGuard>
    </SignedIn>
  );
}

/** Shows a public page inside the frame if the user is signed in. */
export function InFrame({ children }: { children: ReactNode }) {
  return (
    <SignedIn>
      <OwnFrame>{children}</OwnFrame>
    </SignedIn>
  );
}

function SignedIn({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {/* The CSP forbids inline style elements, which only the aggregator's link script needs. */}
      <CSPProvider disableStyleElements>
        {children}
        <Background />
      </CSPProvider>
    </QueryClientProvider>
  );
}

/**
 * Removes IDs from the URL when demo mode is switched. A URL may contain IDs of an account, a
 * transaction, or a filter, and these exist only in the user's data or only in the demo's. The
 * screen then starts at its top.
 */
function DemoSwitchGuard({ children }: { children: ReactNode }) {
  const demo = useDemoMode();
  const { key, pathname } = useLocation();
  const [shown, setShown] = useState({ demo, key });
  const isRedirecting = shown.demo !== demo && shown.key === key;
  const previousDemo = useRef(demo);
  useEffect(() => {
    if (isRedirecting || previousDemo.current === demo) return;
    previousDemo.current = demo;
    // The pressed button is unmounted, so the new screen takes the focus.
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [demo, isRedirecting]);
  if (isRedirecting) return <Navigate to={addressWithoutRows(pathname)} replace />;
  if (shown.key !== key) setShown({ demo, key });
  return children;
}

/** The frame for the current user: the full one for paid users and in demo mode. */
function OwnFrame({ children }: { children?: ReactNode }) {
  const session = useSession();
  const demo = useDemoMode();
  const { pathname } = useLocation();
  const full = session?.claims.subscription === 'paid' || demo;
  // The key remounts every screen when demo mode is switched.
  return (
    <>
      <Frame key={String(demo)} full={full} pathname={pathname}>
        {children}
      </Frame>
      {full && <Proof />}
    </>
  );
}

/** The proof dialog, if the URL has a proof open. */
function Proof() {
  const [params] = useSearchParams();
  const total = provenTotalOf(params);
  return <Suspense>{total && <ProofHost total={total} />}</Suspense>;
}

/** Renews the token and subscribes to the server's events while a user is signed in. */
function Background() {
  const userId = useSession()?.claims.id;
  useEffect(() => {
    if (userId === undefined) return;
    const cleanups = [keepTokenFresh(), followEvents()];
    return () => {
      for (const cleanup of cleanups) cleanup();
    };
  }, [userId]);
  return null;
}
