import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { NewlyLinkedItem } from '../../features/linking/submit-link.ts';
import { paths } from '../../paths.ts';

/** Milliseconds between a successful link and the redirect to the dashboard. */
const redirectDelay = 5000;

/**
 * The item that was just linked, or null. It is stored in the history entry, so that a reload keeps
 * the welcome message and its countdown. The dashboard replaces that entry.
 */
export function useWelcome(): [
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
