import type { CallReply } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { callQuery, queryClient } from '../../platform/query-client.ts';

/** One device that is signed in. */
export type Device = CallReply<'GET /user/sessions'>['sessions'][number];

/** The devices that are signed in. */
export function useDevices() {
  return useQuery(callQuery('GET /user/sessions'));
}

/**
 * Ends the session of one device by its id, or of every other one: 'all'. What is done about it is
 * given here and not to `mutate`: a device's row is gone as soon as its session is.
 */
export function useEndSession(then: { onSuccess: () => void; onError?: (error: Error) => void }) {
  return useMutation({
    mutationFn: (id: string) => call('DELETE /user/sessions/:id', { params: { id } }),
    ...then,
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: callQuery('GET /user/sessions').queryKey });
      queryClient.invalidateQueries({ queryKey: ['GET /user/activity'] });
    },
  });
}
