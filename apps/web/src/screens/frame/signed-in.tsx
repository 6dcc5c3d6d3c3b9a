import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { Gate } from '../../domain/gate.tsx';
import { provenTotalFromParams } from '../../domain/proof-params.ts';
import { subscribeToServerEvents } from '../../domain/server-events.ts';
import { logOut } from '../../features/auth/auth.api.ts';
import { StepUpHost } from '../../features/auth/factors/step-up-host.tsx';
import { UndoShortcut } from '../../features/transactions/changes/undo-shortcut.tsx';
import { subscribeToChangedTransactions } from '../../features/transactions/transactions.api.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { loadChunk } from '../../platform/browser/chunk-loading.ts';
import { useDemoMode } from '../../platform/demo-mode.ts';
import { useSession } from '../../platform/session/session.ts';
import { scheduleTokenRenewal } from '../../platform/session/token-renewal.ts';
import { Frame } from './frame.tsx';
import { pathWithoutIds } from './navigation/path-without-ids.ts';

const UpgradeScreen = lazy(() =>
  loadChunk(async () => ({
    default: (await import('../profile/upgrade.screen.tsx')).UpgradeScreen,
  })),
);

const ProofHost = lazy(() => loadChunk(() => import('./proof-host.tsx')));

/** The root of all screens that require sign-in. */
export function Component() {
  return (
    <SignedIn>
      <DemoSwitchGuard>
        <Gate
          upgrade={
            <Frame isFull={false} pathname="">
              <Suspense>
                <UpgradeScreen />
              </Suspense>
            </Frame>
          }
        >
          <UserFrame />
        </Gate>
      </DemoSwitchGuard>
    </SignedIn>
  );
}

/** Shows a public page inside the frame if the user is signed in. */
export function SignedInPage({ children }: { children: ReactNode }) {
  return (
    <SignedIn>
      <UserFrame>{children}</UserFrame>
    </SignedIn>
  );
}

function SignedIn({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {/* The CSP forbids inline style elements, which only the aggregator's link script needs. */}
      <CSPProvider disableStyleElements>
        {children}
        <StepUpHost onSignInAgain={() => void logOut()} />
        <BackgroundTasks />
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
  if (isRedirecting) return <Navigate to={pathWithoutIds(pathname)} replace />;
  if (shown.key !== key) setShown({ demo, key });
  return children;
}

/** The frame for the current user: the full frame for paid users and in demo mode. */
function UserFrame({ children }: { children?: ReactNode }) {
  const session = useSession();
  const demo = useDemoMode();
  const { pathname } = useLocation();
  const isFull = session?.claims.subscription === 'paid' || demo;
  // The key remounts every screen when demo mode is switched.
  return (
    <>
      <Frame key={String(demo)} isFull={isFull} pathname={pathname}>
        {children}
      </Frame>
      {isFull && <Proof />}
      {isFull && <UndoShortcut />}
    </>
  );
}

/** The proof dialog, if the URL has a proof open. */
function Proof() {
  const [params] = useSearchParams();
  const total = provenTotalFromParams(params);
  return <Suspense>{total && <ProofHost total={total} />}</Suspense>;
}

/** While a user is signed in, renews the token and subscribes to events of the server and of other tabs. */
function BackgroundTasks() {
  const userId = useSession()?.claims.id;
  useEffect(() => {
    if (userId === undefined) return;
    const cleanups = [
      scheduleTokenRenewal(),
      subscribeToServerEvents(),
      subscribeToChangedTransactions(),
    ];
    return () => {
      for (const cleanup of cleanups) cleanup();
    };
  }, [userId]);
  return null;
}
