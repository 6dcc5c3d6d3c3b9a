import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { refreshSubscription, sessionChangedAt } from '../platform/api/api-client.ts';
import { callQuery } from '../platform/api/query-client.ts';
import { isTyping } from '../platform/browser/typing.ts';
import { useDemoMode } from '../platform/demo-mode.ts';
import { loginPathFrom } from '../platform/session/return-path.ts';
import { lastEndReason, useSession } from '../platform/session/session.ts';

const pathsOpenToFreeUsers: ReadonlySet<string> = new Set([
  paths.checkout,
  paths.logout,
  paths.profile,
  paths.emailLink,
  paths.emailValidate,
]);

/**
 * Shows the signed-in app to users who have access. Signed-out visitors are redirected to /login,
 * which shows the reason and returns them to this page afterwards. Free users see the upgrade screen, except in demo
 * mode and on the pages that every user needs.
 */
export function Gate({ upgrade, children }: { upgrade: ReactNode; children: ReactNode }) {
  const session = useSession();
  const demo = useDemoMode();
  const location = useLocation();
  const path = normalizePath(location.pathname);
  useSubscriptionRefresh(path);
  if (session === null) {
    const reason = lastEndReason();
    // After account deletion there is nothing to return to.
    const to = reason === 'deleted' ? paths.login : loginPathFrom(location);
    return <Navigate to={to} state={{ reason }} replace />;
  }
  const hasAccess =
    session.claims.subscription === 'paid' || demo || pathsOpenToFreeUsers.has(path);
  return hasAccess ? children : upgrade;
}

/** Normalizes a path as the router matches it: in lower case, without trailing slashes. */
const normalizePath = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, '');

/**
 * Renews the token and restarts the app at / if the token's subscription differs from the server's.
 * The checkout page does this itself, without a restart.
 */
function useSubscriptionRefresh(path: string): void {
  const session = useSession();
  const { data, dataUpdatedAt } = useQuery({
    ...callQuery('GET /user/me'),
    enabled: session !== null,
  });
  const differs =
    data !== undefined &&
    session !== null &&
    data.id === session.claims.id &&
    // Another tab may have renewed the token after this response.
    dataUpdatedAt >= sessionChangedAt() &&
    data.subscription_status !== session.claims.subscription;
  const mustRefresh = differs && path !== paths.checkout;
  useEffect(() => (mustRefresh ? refreshWithRetries() : undefined), [mustRefresh]);
}

/** The delays between retries, in milliseconds. */
const initialRetryDelay = 2_000;
const maxRetryDelay = 5 * 60_000;
const typingRetryDelay = 1_000;

/**
 * Refreshes the subscription, with exponential backoff. The refresh reloads the page, so it waits
 * while the user is typing. Returns the function that cancels the retries.
 */
function refreshWithRetries(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const attempt = async (retryDelay: number) => {
    const isUserTyping = isTyping(document);
    if (!isUserTyping) await refreshSubscription();
    if (isStopped) return;
    timer = setTimeout(
      () => attempt(isUserTyping ? retryDelay : Math.min(maxRetryDelay, retryDelay * 2)),
      isUserTyping ? typingRetryDelay : retryDelay,
    );
  };
  attempt(initialRetryDelay);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
