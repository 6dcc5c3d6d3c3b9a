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

/** Everything for which someone must be signed in. */
export function Component() {
  return (
    <SignedIn>
      <OnePersonsAddress>
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
      </OnePersonsAddress>
    </SignedIn>
  );
}

/** A page that is open to everyone, in the frame of who is signed in. */
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
      {/* No inline style elements: ours do without, only the bank's link script needs them. */}
      <CSPProvider disableStyleElements>
        {children}
        <Background />
      </CSPProvider>
    </QueryClientProvider>
  );
}

/**
 * An address may name rows: an account, a transaction, what a list is narrowed to. Those are one
 * person's, so switching between one's own data and the demo's leaves them behind, and begins the
 * screen at its top.
 */
function OnePersonsAddress({ children }: { children: ReactNode }) {
  const demo = useDemoMode();
  const { key, pathname } = useLocation();
  const [shown, setShown] = useState({ demo, key });
  const leaving = shown.demo !== demo && shown.key === key;
  const switched = useRef(demo);
  useEffect(() => {
    if (leaving || switched.current === demo) return;
    switched.current = demo;
    // What was pressed to switch is gone: the keyboard goes on at the screen that came instead.
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [demo, leaving]);
  if (leaving) return <Navigate to={addressWithoutRows(pathname)} replace />;
  if (shown.key !== key) setShown({ demo, key });
  return children;
}

/** The frame that fits who is signed in: the full one for paid people and in demo mode. */
function OwnFrame({ children }: { children?: ReactNode }) {
  const session = useSession();
  const demo = useDemoMode();
  const { pathname } = useLocation();
  const full = session?.claims.subscription === 'paid' || demo;
  // Switching between one's own data and the demo's starts every screen afresh.
  return (
    <>
      <Frame key={String(demo)} full={full} pathname={pathname}>
        {children}
      </Frame>
      {full && <Proof />}
    </>
  );
}

/** What a number is made of, when the address asks for it. */
function Proof() {
  const [params] = useSearchParams();
  const total = provenTotalOf(params);
  return <Suspense>{total && <ProofHost total={total} />}</Suspense>;
}

/** Keeps the token fresh and follows the server's events while someone is signed in. */
function Background() {
  const person = useSession()?.claims.id;
  useEffect(() => {
    if (person === undefined) return;
    const stops = [keepTokenFresh(), followEvents()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [person]);
  return null;
}
