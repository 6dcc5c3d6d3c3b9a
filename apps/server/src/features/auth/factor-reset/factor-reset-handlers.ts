import type { Handlers } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { createTokenDelivery } from '../sessions/deliver-token.ts';
import { createDeviceReader, createDeviceSignIn } from '../sign-in/sign-in-device.ts';
import { cancelFactorResetByCode } from './cancel-factor-reset.ts';
import { completeFactorReset } from './complete-factor-reset.ts';
import { requestFactorReset } from './request-factor-reset.ts';

type FactorResetCalls =
  | 'POST /auth/factor_reset'
  | 'POST /auth/factor_reset/complete'
  | 'POST /auth/factor_reset/cancel';

/** Handlers for removing the second factors of a user who has lost them. */
export function factorResetHandlers(services: Services): Handlers<FactorResetCalls> {
  const readDevice = createDeviceReader(services);
  const signInOnDevice = createDeviceSignIn(services);
  const delivery = createTokenDelivery(services);
  return {
    'POST /auth/factor_reset': ({ body: { challenge }, request }) =>
      requestFactorReset(services, { challenge, device: readDevice(request), ip: request.ip }),
    'POST /auth/factor_reset/complete': async ({ body: { challenge }, request, reply }) =>
      delivery.deliver(
        { request, reply },
        await signInOnDevice({ method: 'factor_reset', request, reply }, (device) =>
          completeFactorReset(services, { challenge, device }),
        ),
      ),
    'POST /auth/factor_reset/cancel': async ({ body }) => {
      await cancelFactorResetByCode(services, body.code);
      return null;
    },
  };
}
