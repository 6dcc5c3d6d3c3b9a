import type { Handlers } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { createDeviceSignIn } from '../sign-in/sign-in-device.ts';
import { cancelFactorResetByCode } from './cancel-factor-reset.ts';
import { completeFactorReset } from './complete-factor-reset.ts';
import { requestFactorReset } from './request-factor-reset.ts';

type FactorResetCalls =
  | 'POST /auth/factor_reset'
  | 'POST /auth/factor_reset/complete'
  | 'POST /auth/factor_reset/cancel';

/** Removing the second factors of a user who has lost them. */
export function factorResetHandlers(services: Services): Handlers<FactorResetCalls> {
  const onDevice = createDeviceSignIn(services.settings);
  return {
    'POST /auth/factor_reset': ({ body: { challenge }, request, reply }) =>
      onDevice(request, reply, (device) =>
        requestFactorReset(services, { challenge, device, ip: request.ip }),
      ),
    'POST /auth/factor_reset/complete': ({ body: { challenge }, request, reply }) =>
      onDevice(request, reply, (device) => completeFactorReset(services, { challenge, device })),
    'POST /auth/factor_reset/cancel': async ({ body }) => {
      await cancelFactorResetByCode(services, body.code);
      return null;
    },
  };
}
