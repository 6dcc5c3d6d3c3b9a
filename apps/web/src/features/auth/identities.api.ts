import type { CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { callQuery, queryClient } from '../../platform/query-client.ts';

/** The ways a person can sign in. */
export type Identities = CallReply<'GET /user/identities'>;
export type Identity = Identities['identities'][number];
/** Who else vouches for the person. */
export type ProviderName = Exclude<Identity['provider'], 'email'>;

/** What the providers are called. */
export const providerNames: Record<ProviderName, string> = { GOOGLE: 'Google', APPLE: 'Apple' };

/** The ways to sign in. How fresh the sign-in is ages by itself, so it is asked for each time. */
export function useIdentities() {
  return useQuery({ ...callQuery('GET /user/identities'), staleTime: 0 });
}

/** Links Google by the ID token that its button gave. */
export function useLinkGoogle() {
  return useMutation({
    mutationFn: (body: { credential: string; password?: string }) =>
      call('POST /user/identities', { body: { provider: 'GOOGLE', ...body } }),
    onSuccess: (identities) => {
      queryClient.setQueryData(callQuery('GET /user/identities').queryKey, identities);
      refreshWaysIn();
    },
  });
}

/** Unlinks a way to sign in. */
export function useUnlink() {
  return useMutation({
    mutationFn: ({ provider, password }: { provider: ProviderName; password?: string }) =>
      call('DELETE /user/identities/:provider', {
        params: { provider },
        body: password === undefined ? {} : { password },
      }),
    onSuccess: refreshWaysIn,
  });
}

function refreshWaysIn(): void {
  for (const key of ['GET /user/identities', 'GET /user/me', 'GET /user/activity']) {
    queryClient.invalidateQueries({ queryKey: [key] });
  }
}
