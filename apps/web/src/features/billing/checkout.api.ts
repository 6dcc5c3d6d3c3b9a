import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { renewToken, tokenSince } from '../../platform/api-client.ts';
import { callQuery } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.ts';
import {
  type CheckoutStage,
  checkoutStage,
  nextLook,
  settlesWithin,
  takesLong,
} from './checkout-stage.ts';
import { isOpen } from './subscription-words.ts';

/** How far the payment is that somebody comes back from, followed until everything is open. */
export function useCheckout(): {
  stage: CheckoutStage;
  /** The server did not answer when last asked. */
  unreachable: boolean;
  /** A look is under way. */
  looking: boolean;
  /** Looks now. */
  look: () => void;
} {
  const tokenPaid = useSession()?.claims.subscription === 'paid';
  const me = useQuery({ ...callQuery('GET /user/me'), refetchOnWindowFocus: 'always' });
  const subscription = useQuery({
    ...callQuery('GET /billing/subscription'),
    refetchInterval: ({ state }) =>
      state.data && isOpen(state.data)
        ? false
        : nextLook(state.dataUpdateCount + state.errorUpdateCount),
    refetchOnWindowFocus: 'always',
  });
  const serverPaid = paidBy([
    { at: me.dataUpdatedAt, paid: me.data && me.data.subscription_status === 'paid' },
    { at: subscription.dataUpdatedAt, paid: subscription.data && isOpen(subscription.data) },
  ]);
  useAgreement(serverPaid !== undefined && serverPaid !== tokenPaid);
  return {
    stage: checkoutStage({
      tokenPaid,
      serverPaid,
      payment: subscription.data?.payment ?? null,
      waited: useWaited(),
    }),
    unreachable: subscription.isError,
    looking: subscription.isFetching,
    look: () => void subscription.refetch(),
  };
}

/** Whether the server counts the person as paid. What it said before there was this token tells nothing. */
function paidBy(answers: { at: number; paid: boolean | undefined }[]): boolean | undefined {
  const known = answers.filter(({ at, paid }) => paid !== undefined && at >= tokenSince());
  return known.length === 0 ? undefined : known.some(({ paid }) => paid);
}

const firstPause = 1_000;
const longestPause = 60_000;

/**
 * Where the token and the server differ, a new token is asked for until they agree: at once, and
 * then ever more rarely, for a server that contradicts itself must not be asked without end.
 */
function useAgreement(differs: boolean): void {
  const tries = useRef(0);
  const [tried, setTried] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tried` begins the next try.
  useEffect(() => {
    if (!differs) return;
    const pause = tries.current === 0 ? 0 : Math.min(longestPause, firstPause * 2 ** tries.current);
    const timer = setTimeout(() => {
      tries.current += 1;
      renewToken()
        .catch(() => undefined) // Paid for all the same: it is asked for again.
        .then(() => setTried(tries.current));
    }, pause);
    return () => clearTimeout(timer);
  }, [differs, tried]);
}

/** For how long the page has been open, in steps that mean something. */
function useWaited(): number {
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [settlesWithin, takesLong].map((step) =>
      setTimeout(() => setWaited(step), step),
    );
    return () => timers.forEach(clearTimeout);
  }, []);
  return waited;
}
