import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/api-client.ts';
import { callQuery } from '../../platform/api/query-client.ts';
import { useConfig } from '../../platform/config.ts';

/** The user's plan, how long it lasts, and the state of the last payment. */
export type Subscription = CallResponse<'GET /billing/subscription'>;

/** Milliseconds to wait for the URLs of the payment pages. */
const linksTimeout = 10_000;
/** Milliseconds to wait for a page of the payment provider to open. */
const navigationTimeout = 15_000;

/** The subscription. Server events and returning to the tab keep it up to date. */
export function useSubscription(enabled = true) {
  return useQuery({ ...callQuery('GET /billing/subscription'), staleTime: 5_000, enabled });
}

/**
 * The URLs of the payment pages. If the app's config hasn't loaded, it is fetched again with a timeout, so
 * that an error can be shown and retried.
 */
export function usePaymentLinks() {
  const configured = useConfig()?.payment_links;
  const fetched = useQuery({
    queryKey: ['payment links'],
    queryFn: async () => {
      const config = await call('GET /config', { signal: AbortSignal.timeout(linksTimeout) });
      return config.payment_links;
    },
    enabled: configured === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The call fails at once when offline, so that the error is shown.
    networkMode: 'always',
  });
  return {
    links: configured ?? fetched.data,
    failed: fetched.isError && !fetched.isFetching,
    retry: () => void fetched.refetch(),
  };
}

/**
 * Navigates to the payment provider's portal. Busy until that page opens, or until the user returns from
 * it.
 */
export function useOpenPortal() {
  const [isLeaving, setLeaving] = useState(false);
  const portal = useMutation({
    mutationFn: () => call('POST /billing/portal'),
    // The call fails at once when offline: redirecting later, when the network is back, would be unexpected.
    networkMode: 'always',
    onSuccess: ({ url }) => {
      setLeaving(true);
      window.location.assign(url);
    },
  });
  useEffect(() => {
    if (!isLeaving) return;
    const stop = () => setLeaving(false);
    const timer = setTimeout(stop, navigationTimeout);
    // The back button can restore the page from the browser's cache.
    window.addEventListener('pageshow', stop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stop);
    };
  }, [isLeaving]);
  return {
    open: () => portal.mutate(),
    busy: portal.isPending || isLeaving,
    failure: portal.error?.message ?? null,
  };
}
