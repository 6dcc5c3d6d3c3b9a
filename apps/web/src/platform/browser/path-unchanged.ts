import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * True while the path is still the path on which the component was mounted. Overlays close when it turns
 * false: otherwise the back button would change the page behind them.
 */
export function useIsPathUnchanged(): boolean {
  const { pathname } = useLocation();
  const [initialPath] = useState(pathname);
  return pathname === initialPath;
}
