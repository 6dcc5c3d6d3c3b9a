import type { CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { callQuery } from '../../platform/query-client.ts';

/** One linked institution. */
export type LinkedInstitution = CallReply<'GET /institutions'>['link_tokens'][number];

/** The linked institutions, and whether the exchange is linked. */
export function useInstitutions() {
  return useQuery(callQuery('GET /institutions'));
}

/** Goes to the exchange's own page that asks whether we may see the holdings. */
export function useLinkExchange() {
  return useMutation({
    mutationFn: () => call('GET /crypto/authorize-url'),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}
