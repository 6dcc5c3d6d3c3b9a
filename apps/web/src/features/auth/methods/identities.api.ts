import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { callQuery, queryClient } from '../../../platform/api/query-client.ts';
import type { ProviderName } from '../provider-name.ts';

/** The user's sign-in methods. */
export type Identities = CallResponse<'GET /user/identities'>;
export type Identity = Identities['identities'][number];

/** The sign-in methods. Always refetched, because `fresh` becomes false over time. */
export function useIdentities() {
  return useQuery({ ...callQuery('GET /user/identities'), staleTime: 0 });
}

/** Links Google with the ID token from its button. */
export function useLinkGoogle() {
  return useMutation({
    mutationFn: (body: { credential: string; password?: string }) =>
      call('POST /user/identities', { body: { provider: 'GOOGLE', ...body } }),
    onSuccess: (identities) => {
      queryClient.setQueryData(callQuery('GET /user/identities').queryKey, identities);
      refreshSignInMethods();
    },
  });
}

/** Unlinks a sign-in method. */
export function useUnlinkSignInMethod() {
  return useMutation({
    mutationFn: ({ provider, password }: { provider: ProviderName; password?: string }) =>
      call('DELETE /user/identities/:provider', {
        params: { provider },
        body: password === undefined ? {} : { password },
      }),
    onSuccess: refreshSignInMethods,
  });
}

function refreshSignInMethods(): void {
  for (const key of ['GET /user/identities', 'GET /user/me', 'GET /user/activity']) {
    queryClient.invalidateQueries({ queryKey: [key] });
  }
}
