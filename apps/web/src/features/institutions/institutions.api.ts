import type { CallReply } from '@cairn/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/query-client.ts';

/** One linked institution. */
export type LinkedInstitution = CallReply<'GET /institutions'>['link_tokens'][number];

/** The linked institutions, and whether the exchange is linked. */
export function useInstitutions() {
  return useQuery(callQuery('GET /institutions'));
}
