import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { refreshSubscription } from './api-client.ts';
import { useDemoMode } from './demo-mode.ts';
import { callQuery } from './query-client.ts';
import { loginPathFrom } from './return-path.ts';
import { lastEnding, useSession } from './session.ts';

const openToFree: ReadonlySet<string> = new Set([
  paths.checkout,
  paths.logout,
  paths.profile,
  paths.emailLink,
  paths.emailValidate,
]);

/**
 * Lets through who may see the signed-in app. Signed out: to /login, which is told how it came to
 * that, and back afterwards. Free: the upgrade screen instead, except in demo mode and on the pages
 * that free people need.
 */
export function Gate({ upgrade, children }: { upgrade: ReactNode; children: ReactNode }) {
  const session = useSession();
  const demo = useDemoMode();
  const location = useLocation();
  useSubscriptionRefresh(location.pathname);
  if (session === null) {
    const ending = lastEnding();
    // An account that is gone has nothing to come back to.
    const to = ending === 'deleted' ? paths.login : loginPathFrom(location);
    return <Navigate to={to} state={{ ending }} replace />;
  }
  const open = session.claims.subscription === 'paid' || demo || openToFree.has(location.pathname);
  return open ? children : upgrade;
}

/**
 * When the server's subscription is no longer the token's, a new token is stored and the app starts
 * again at /. The checkout page does this itself, without the restart.
 */
function useSubscriptionRefresh(pathname: string): void {
  const session = useSession();
  const { data } = useQuery({ ...callQuery('GET /user/me'), enabled: session !== null });
  const differs =
    data !== undefined &&
    session !== null &&
    data.id === session.claims.id &&
    data.subscription_status !== session.claims.subscription;
  const due = differs && pathname !== paths.checkout;
  useEffect(() => {
    if (due) refreshSubscription();
  }, [due]);
}
