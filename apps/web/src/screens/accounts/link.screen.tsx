import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LinkBank } from '../../features/linking/link-bank.tsx';
import { SetupProgress } from '../../features/linking/setup-progress.tsx';
import type { NewlyLinkedItem } from '../../features/linking/submit-link.ts';
import { paths } from '../../paths.ts';
import { setDemoMode, useDemoMode } from '../../platform/demo-mode.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { screensCopy } from '../screens.copy.ts';

const linkCopy = screensCopy.link;

/** Milliseconds between a successful link and the redirect to the dashboard. */
const redirectDelay = 5000;

/** Links a bank, shows a welcome message, and redirects to the dashboard. */
export function Component() {
  const demo = useDemoMode();
  const navigate = useNavigate();
  const [linked, welcome] = useWelcome();
  return (
    <div className="grid min-h-[65dvh] place-items-center">
      <title>{linkCopy.pageTitle}</title>
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
 * The item that was just linked, or null. It is stored in the history entry, so that a reload keeps
 * the welcome message and its countdown. The dashboard replaces that entry.
 */
function useWelcome(): [
  linked: NewlyLinkedItem | null,
  welcome: (linked: NewlyLinkedItem) => void,
] {
  const navigate = useNavigate();
  const state: { linked: NewlyLinkedItem; at: number } | null = useLocation().state; // Only set below.
  useEffect(() => {
    if (state === null) return;
    const remaining = Math.min(redirectDelay, state.at + redirectDelay - Date.now());
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), remaining);
    return () => clearTimeout(timer);
  }, [state, navigate]);
  const welcome = (linked: NewlyLinkedItem) =>
    navigate(paths.link, { replace: true, state: { linked, at: Date.now() } });
  return [state?.linked ?? null, welcome];
}

function InDemoMode() {
  return (
    <>
      <h1 className="sr-only">{linkCopy.title}</h1>
      <EmptyState
        title={linkCopy.notInDemo}
        className="px-0 py-2"
        action={<Button onClick={() => setDemoMode(false)}>{linkCopy.exitDemo}</Button>}
      >
        {linkCopy.demoDetail}
      </EmptyState>
    </>
  );
}
