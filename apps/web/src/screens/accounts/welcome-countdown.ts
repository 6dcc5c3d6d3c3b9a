import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { NewlyLinkedItem } from '../../features/linking/submit-link.ts';
import { paths } from '../../paths.ts';

/** Milliseconds between a successful link and the redirect to the dashboard. */
const redirectDelay = 5000;

/** State of the history entry after a bank was linked. */
interface WelcomeState {
  readonly linked: NewlyLinkedItem;
  /** Milliseconds since 1970. */
  readonly linkedAt: number;
}

/** Recognizes the state, because this screen's entries can have others. */
const isWelcomeState = (state: unknown): state is WelcomeState =>
  typeof state === 'object' && state !== null && 'linked' in state;

/**
 * The item that was just linked, or null. It is stored in the history entry, so that a reload keeps
 * the welcome message and its countdown. The dashboard replaces that entry.
 */
export function useWelcome(): [
  linked: NewlyLinkedItem | null,
  welcome: (linked: NewlyLinkedItem) => void,
] {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const welcomeState = isWelcomeState(state) ? state : null;
  useEffect(() => {
    if (welcomeState === null) return;
    const remaining = Math.min(redirectDelay, welcomeState.linkedAt + redirectDelay - Date.now());
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), remaining);
    return () => clearTimeout(timer);
  }, [welcomeState, navigate]);
  const welcome = (linked: NewlyLinkedItem) =>
    navigate(paths.link, {
      replace: true,
      state: { linked, linkedAt: Date.now() } satisfies WelcomeState,
    });
  return [welcomeState?.linked ?? null, welcome];
}
