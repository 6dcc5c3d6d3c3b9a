import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { refreshSubscription, tokenSince } from './api-client.ts';
import { useDemoMode } from './demo-mode.ts';
import { callQuery } from './query-client.ts';
import { loginPathFrom } from './return-path.ts';
import { lastEnding, useSession } from './session.ts';
import { isTyping } from './typing.ts';

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
  const place = placeOf(location.pathname);
  useSubscriptionRefresh(place);
  if (session === null) {
    const ending = lastEnding();
    // An account that is gone has nothing to come back to.
    const to = ending === 'deleted' ? paths.login : loginPathFrom(location);
    return <Navigate to={to} state={{ ending }} replace />;
  }
  const open = session.claims.subscription === 'paid' || demo || openToFree.has(place);
  return open ? children : upgrade;
}

/** A path as the router reads it: no matter how it is capitalised, or whether a slash ends it. */
const placeOf = (pathname: string): string => pathname.toLowerCase().replace(/(?<=.)\/+$/, '');

/**
 * When the server's subscription is no longer the token's, a new token is stored and the app starts
 * again at /. The checkout page does this itself, without the restart.
 */
function useSubscriptionRefresh(place: string): void {
  const session = useSession();
  const { data, dataUpdatedAt } = useQuery({
    ...callQuery('GET /user/me'),
    enabled: session !== null,
  });
  const differs =
    data !== undefined &&
    session !== null &&
    data.id === session.claims.id &&
    // Another tab may have renewed the token since the server was asked.
    dataUpdatedAt >= tokenSince() &&
    data.subscription_status !== session.claims.subscription;
  const due = differs && place !== paths.checkout;
  useEffect(() => (due ? refreshUntilDone() : undefined), [due]);
}

const firstWait = 2_000;
const longestWait = 5 * 60_000;
const typingWait = 1_000;

/**
 * Refreshes the subscription, and tries again ever more rarely should that fail. What somebody is
 * typing is not taken from them: they have until they are done, or until a call is refused for it.
 */
function refreshUntilDone(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const attempt = async (wait: number) => {
    const typing = isTyping(document);
    if (!typing) await refreshSubscription();
    if (stopped) return;
    timer = setTimeout(
      () => attempt(typing ? wait : Math.min(longestWait, wait * 2)),
      typing ? typingWait : wait,
    );
  };
  attempt(firstWait);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
