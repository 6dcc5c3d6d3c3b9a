import type { CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api-client.ts';
import { useConfig } from '../../platform/config.ts';
import { callQuery } from '../../platform/query-client.ts';

/** What somebody has bought, until when, and what became of the last payment. */
export type Subscription = CallReply<'GET /billing/subscription'>;

/** Longest wait for the addresses of the payment pages, in milliseconds. */
const linksTimeout = 10_000;
/** A payment provider's page that has not come by then is not coming, in milliseconds. */
const leavingFor = 15_000;

/** The subscription; the server's events, and coming back to the tab, keep it up to date. */
export function useSubscription() {
  return useQuery({ ...callQuery('GET /billing/subscription'), staleTime: 5_000 });
}

/**
 * The addresses of the payment pages. Where the app's config has not come, for whatever reason, it
 * is asked for anew and given up in time, so that there is something to say and to retry.
 */
export function usePaymentLinks() {
  const known = useConfig()?.payment_links;
  const asked = useQuery({
    queryKey: ['payment links'],
    queryFn: async () => {
      const config = await call('GET /config', { signal: AbortSignal.timeout(linksTimeout) });
      return config.payment_links;
    },
    enabled: known === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Offline is an answer too: it is said at once.
    networkMode: 'always',
  });
  return {
    links: known ?? asked.data,
    failed: asked.isError && !asked.isFetching,
    retry: () => void asked.refetch(),
  };
}

/**
 * Opens the payment provider's portal in place of the page; busy until that is there, or until the
 * person is back from it.
 */
export function useOpenPortal() {
  const [leaving, setLeaving] = useState(false);
  const portal = useMutation({
    mutationFn: () => call('POST /billing/portal'),
    // Not kept for when the network is back: by then the person is elsewhere.
    networkMode: 'always',
    onSuccess: ({ url }) => {
      setLeaving(true);
      window.location.assign(url);
    },
  });
  useEffect(() => {
    if (!leaving) return;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, leavingFor);
    // Back may show the page just as it was left.
    window.addEventListener('pageshow', stay);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
    };
  }, [leaving]);
  return {
    open: () => portal.mutate(),
    busy: portal.isPending || leaving,
    failure: portal.error?.message ?? null,
  };
}
