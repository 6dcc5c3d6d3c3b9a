import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Linked } from '../features/linking/hand-in.ts';
import { LinkBank } from '../features/linking/link-bank.tsx';
import { SetupProgress } from '../features/linking/setup-progress.tsx';
import { paths } from '../paths.ts';
import { setDemoMode, useDemoMode } from '../platform/demo-mode.ts';
import { Button } from '../ui/button.tsx';
import { cardClass } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/states.tsx';

/** The dashboard follows a successful link after this many milliseconds. */
const redirectDelay = 5000;

/** Links a bank, welcomes, and goes on to the dashboard. */
export function Component() {
  const demo = useDemoMode();
  const navigate = useNavigate();
  const [linked, welcome] = useWelcome();
  return (
    <div className="grid min-h-[65dvh] place-items-center">
      <title>Link a bank · Cairn</title>
      <div className={classNames(cardClass, 'w-full max-w-115 p-6 text-center sm:p-10')}>
        {demo ? (
          <InDemoMode />
        ) : linked === null ? (
          <LinkBank
            onLinked={welcome}
            onUpdated={() => navigate(paths.dashboard, { replace: true })}
          />
        ) : (
          <SetupProgress {...linked} />
        )}
      </div>
    </div>
  );
}

/**
 * What was just linked, if anything. It is kept with the page's entry in the history, so that a reload
 * goes on with the welcome and its time; the dashboard takes the entry's place.
 */
function useWelcome(): [linked: Linked | null, welcome: (linked: Linked) => void] {
  const navigate = useNavigate();
  const state: { linked: Linked; at: number } | null = useLocation().state; // Written below only.
  useEffect(() => {
    if (state === null) return;
    const left = Math.min(redirectDelay, state.at + redirectDelay - Date.now());
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), left);
    return () => clearTimeout(timer);
  }, [state, navigate]);
  const welcome = (linked: Linked) =>
    navigate(paths.link, { replace: true, state: { linked, at: Date.now() } });
  return [state?.linked ?? null, welcome];
}

function InDemoMode() {
  return (
    <>
      <h1 className="sr-only">Link your bank</h1>
      <EmptyState
        title="This is not available in demo mode"
        className="px-0 py-2"
        action={<Button onClick={() => setDemoMode(false)}>Exit demo mode</Button>}
      >
        Linking a bank brings your own money in. Leave demo mode to do so.
      </EmptyState>
    </>
  );
}
