import type { CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { callQuery, queryClient } from '../../../platform/api/query-client.ts';

/** A signed-in device. */
export type Device = CallResponse<'GET /user/sessions'>['sessions'][number];

/** The signed-in devices. */
export function useDevices() {
  return useQuery(callQuery('GET /user/sessions'));
}

/**
 * Ends the session of one device by its id, or of all other devices with 'all'. The callbacks are passed
 * here instead of to `mutate`, because a device's row unmounts as soon as its session has ended.
 */
export function useEndSession(callbacks: {
  onSuccess: () => void;
  onError?: (error: Error) => void;
}) {
  return useMutation({
    mutationFn: (id: string) => call('DELETE /user/sessions/:id', { params: { id } }),
    ...callbacks,
    onSettled: refreshDevices,
  });
}

/** Stops trusting the device of a session, so that the next sign-in on it needs a second step. */
export const useEndTrust = () =>
  useMutation({
    mutationFn: (id: string) => call('DELETE /user/sessions/:id/trust', { params: { id } }),
    onSettled: refreshDevices,
  });

function refreshDevices(): void {
  queryClient.invalidateQueries({ queryKey: callQuery('GET /user/sessions').queryKey });
  queryClient.invalidateQueries({ queryKey: ['GET /user/activity'] });
}
