import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './api-client.ts';

/** Goes to the exchange's own page that asks whether we may see the holdings. */
export function useLinkExchange() {
  const { reset, ...trip } = useMutation({
    mutationFn: () => call('GET /crypto/authorize-url'),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  useEffect(() => {
    // Whoever comes back with the browser's Back finds the page as they left it, and may set out again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return { ...trip, busy: trip.isPending || trip.isSuccess };
}
