import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { callQuery, queryClient } from '../../../platform/api/query-client.ts';
import { loadAuthenticator } from './load-authenticator.ts';

type Passkeys = CallResponse<'GET /user/passkeys'>;
/** One of the user's passkeys. */
export type Passkey = Passkeys['passkeys'][number];

/** The user's passkeys. */
export function usePasskeys() {
  return useQuery(callQuery('GET /user/passkeys'));
}

/** Creates a passkey with the user's authenticator and adds it. If `name` is empty, the server chooses one. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const [{ createPasskey }, options] = await Promise.all([
        loadAuthenticator(),
        call('POST /user/passkeys/options'),
      ]);
      const attestation = await createPasskey(options);
      return call('POST /user/passkeys', {
        body: { attestation, ...(name.trim() === '' ? {} : { name }) },
      });
    },
    onSuccess: storePasskeys,
  });
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call('PATCH /user/passkeys/:id', { params: { id }, body: { name } }),
    onSuccess: storePasskeys,
  });
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (id: string) => call('DELETE /user/passkeys/:id', { params: { id } }),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ['GET /user/passkeys'] });
      refreshAfterChange();
    },
  });
}

function storePasskeys(passkeys: Passkeys): void {
  queryClient.setQueryData(callQuery('GET /user/passkeys').queryKey, passkeys);
  refreshAfterChange();
}

/** Refetches what depends on passkeys: they are factors, and every change is listed in the activity. */
function refreshAfterChange(): void {
  for (const key of ['GET /user/activity', 'GET /user/factors'])
    queryClient.invalidateQueries({ queryKey: [key] });
}
