import type { CallBody, CallResponse } from '@cairn/contract/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api-client.ts';
import { callQuery, queryClient } from '../../../platform/api/query-client.ts';
import { requestStepUp } from '../../../platform/session/step-up-prompt.ts';
import { requestPasskey } from '../auth.api.ts';

/** The user's second factors. */
export type Factors = CallResponse<'GET /user/factors'>;
/** The secret of an authenticator app that is being enrolled. */
export type TotpSecret = CallResponse<'POST /user/totp'>;

/** The user's second factors. */
export const useFactors = () => useQuery(callQuery('GET /user/factors'));

/** Begins to enroll an authenticator app: resolves to its secret. */
export const useBeginTotp = () => useMutation({ mutationFn: () => call('POST /user/totp') });

/** Enrolls the authenticator app with a code. Resolves to the recovery codes, if they are new. */
export const useConfirmTotp = () =>
  useMutation({
    mutationFn: (body: CallBody<'POST /user/totp/confirm'>) =>
      call('POST /user/totp/confirm', { body }),
    // An error may mean that an app was enrolled in another tab.
    onSettled: refreshFactors,
  });

/** Removes the authenticator app. */
export const useRemoveTotp = () =>
  useMutation({ mutationFn: () => call('DELETE /user/totp'), onSuccess: refreshFactors });

/** Replaces the recovery codes. Resolves to the new ones. */
export const useNewRecoveryCodes = () =>
  useMutation({ mutationFn: () => call('POST /user/recovery_codes'), onSuccess: refreshFactors });

/** Records that the user has saved their recovery codes. */
export const useMarkCodesSaved = () =>
  useMutation({
    mutationFn: () => call('POST /user/recovery_codes/saved'),
    onSuccess: refreshFactors,
  });

/** Asks for a step-up before the user leaves Cairn for a provider. Resolves to false if they cancel. */
export async function confirmSecondFactor(): Promise<boolean> {
  return requestStepUp((await call('GET /user/factors')).step_up_factors);
}

/** The body of a step-up call without a passkey's signature. */
type StepUpInput = Omit<CallBody<'POST /user/step_up'>, 'assertion'>;

/** Verifies a factor again in this session. If the factor is a passkey, asks the user for it. */
export const useStepUp = () =>
  useMutation({
    mutationFn: async (input: StepUpInput) => {
      const passkey =
        input.factor === 'passkey' ? { assertion: await requestPasskey({ suggest: false }) } : {};
      return call('POST /user/step_up', { body: { ...input, ...passkey } });
    },
    onSettled: refreshFactors,
  });

function refreshFactors(): void {
  for (const key of [
    'GET /user/factors',
    'GET /user/me',
    'GET /user/identities',
    'GET /user/activity',
  ])
    queryClient.invalidateQueries({ queryKey: [key] });
}
