import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../platform/api/api-client.ts';

/** Redirects to the exchange's consent page, where the user grants read access. */
export function useLinkExchange() {
  const { reset, ...redirect } = useMutation({
    mutationFn: () => call('GET /crypto/authorize-url'),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  useEffect(() => {
    // The back button restores the page from the back-forward cache with the button still busy.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return { ...redirect, busy: redirect.isPending || redirect.isSuccess };
}
