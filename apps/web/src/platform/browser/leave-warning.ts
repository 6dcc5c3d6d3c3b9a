import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * While `active`, the browser asks before the page is reloaded, closed, or left for another website, and the back button
 * does nothing. Use it for content that can be read only once.
 */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
  // Block only the back and forward buttons: a session that ends must still lead to the sign-in page.
  useBlocker(({ historyAction }) => active && historyAction === 'POP');
}
