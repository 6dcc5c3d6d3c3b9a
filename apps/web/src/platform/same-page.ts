import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Whether the page is still the one on which this was mounted. What lies over any page is open only as long as it
 * is: the browser's Back would change what is below it, unseen.
 */
export function useSamePage(): boolean {
  const { pathname } = useLocation();
  const [mountedOn] = useState(pathname);
  return pathname === mountedOn;
}
