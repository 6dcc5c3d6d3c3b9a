import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sessionChangedAt, upgradeToken } from '../../platform/api/api-client.ts';
import { callQuery } from '../../platform/api/query-client.ts';
import { useSession } from '../../platform/session/session.ts';
import {
  type CheckoutStage,
  checkoutStage,
  failureGracePeriod,
  nextPollDelay,
  slowPaymentThreshold,
} from './checkout-stage.ts';
import { hasFullAccess } from './subscription-summary.ts';

/** The stage of the checkout, polled until the account is unlocked. */
export function useCheckout(): {
  stage: CheckoutStage;
  /** True if the last poll failed. */
  unreachable: boolean;
  /** True while polling. */
  polling: boolean;
  /** Polls now. */
  poll: () => void;
} {
  const tokenPaid = useSession()?.claims.subscription === 'paid';
  const me = useQuery({ ...callQuery('GET /user/me'), refetchOnWindowFocus: 'always' });
  const subscription = useQuery({
    ...callQuery('GET /billing/subscription'),
    refetchInterval: ({ state }) =>
      state.data && hasFullAccess(state.data)
        ? false
        : nextPollDelay(state.dataUpdateCount + state.errorUpdateCount),
    refetchOnWindowFocus: 'always',
  });
  const serverPaid = isPaidAccordingTo([
    { at: me.dataUpdatedAt, paid: me.data && me.data.subscription_status === 'paid' },
    { at: subscription.dataUpdatedAt, paid: subscription.data && hasFullAccess(subscription.data) },
  ]);
  useTokenRenewal(serverPaid !== undefined && serverPaid !== tokenPaid);
  return {
    stage: checkoutStage({
      tokenPaid,
      serverPaid,
      payment: subscription.data?.payment ?? null,
      waited: useElapsed(),
    }),
    unreachable: subscription.isError,
    polling: subscription.isFetching,
    poll: () => void subscription.refetch(),
  };
}

/**
 * True if the server considers the user paid. Responses from before the current token are ignored. Undefined if there
 * are no others.
 */
function isPaidAccordingTo(
  responses: { at: number; paid: boolean | undefined }[],
): boolean | undefined {
  const current = responses.filter(
    ({ at, paid }) => paid !== undefined && at >= sessionChangedAt(),
  );
  return current.length === 0 ? undefined : current.some(({ paid }) => paid);
}

const retryDelay = 1_000;
const maxRetryDelay = 60_000;

/**
 * Renews an outdated token until it agrees with the server: at once, then with exponential backoff, so that a server
 * that contradicts itself isn't flooded with requests.
 */
function useTokenRenewal(isOutdated: boolean): void {
  const attempts = useRef(0);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` starts the next one.
  useEffect(() => {
    if (!isOutdated) return;
    const delay =
      attempts.current === 0 ? 0 : Math.min(maxRetryDelay, retryDelay * 2 ** attempts.current);
    const timer = setTimeout(() => {
      attempts.current += 1;
      upgradeToken()
        .catch(() => undefined) // The next attempt retries it.
        .then(() => setAttempt(attempts.current));
    }, delay);
    return () => clearTimeout(timer);
  }, [isOutdated, attempt]);
}

/** Milliseconds since the page was opened, updated when a threshold is reached. */
function useElapsed(): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const timers = [failureGracePeriod, slowPaymentThreshold].map((threshold) =>
      setTimeout(() => setElapsed(threshold), threshold),
    );
    return () => timers.forEach(clearTimeout);
  }, []);
  return elapsed;
}
