import type { CallBody } from '@cairn/contract/calls';
import { findEnrolledFactors } from '../../../identity/second-factors.queries.ts';
import { listStepUpFactors } from '../../../identity/step-up.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { createDeviceSignIn } from '../sign-in/sign-in-device.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { beginTotpEnrollment, confirmTotpEnrollment, removeTotp } from './enroll-totp.ts';
import { createRecoveryCodes } from './new-recovery-codes.ts';
import { type PresentedForStepUp, stepUp } from './step-up.ts';
import { findTotp } from './totp.queries.ts';
import { endTrustIn } from './trusted-devices.ts';

type FactorCalls =
  | 'POST /auth/second_factor'
  | 'DELETE /user/sessions/:id/trust'
  | 'POST /user/step_up'
  | 'GET /user/factors'
  | 'POST /user/totp'
  | 'POST /user/totp/confirm'
  | 'DELETE /user/totp'
  | 'POST /user/recovery_codes';

/** Second factors: enrolling them, signing in with them, and step-up. */
export function factorHandlers(services: Services): Handlers<FactorCalls> {
  const { database, settings } = services;
  const signInOnDevice = createDeviceSignIn(settings);
  return {
    'POST /auth/second_factor': ({ body, request, reply }) => {
      const { challenge, trust_device: trustDevice, ...presented } = body;
      return signInOnDevice(request, reply, (device) =>
        completeSignIn(services, { challenge, presented, device, trustDevice }),
      );
    },
    'DELETE /user/sessions/:id/trust': async ({ identity, params }) => {
      await endTrustIn(database, identity.userId, params.id);
      return null;
    },
    'POST /user/step_up': async ({ identity, body }) => {
      await stepUp(services, identity, asPresented(body));
      return null;
    },
    'GET /user/factors': async ({ identity: { userId } }) => {
      const [totp, { recoveryCodes }, stepUpFactors] = await Promise.all([
        findTotp(database, userId),
        findEnrolledFactors(database, userId),
        listStepUpFactors(database, userId),
      ]);
      const addedAt = totp?.confirmed_at?.toISOString();
      return {
        totp: addedAt === undefined ? null : { added_at: addedAt },
        recovery_codes_left: recoveryCodes,
        step_up_factors: stepUpFactors,
      };
    },
    'POST /user/totp': ({ identity }) => beginTotpEnrollment(services, identity),
    'POST /user/totp/confirm': async ({ identity, body }) => ({
      recovery_codes: [...(await confirmTotpEnrollment(services, identity, body.code))],
    }),
    'DELETE /user/totp': async ({ identity }) => {
      await removeTotp(services, identity);
      return null;
    },
    'POST /user/recovery_codes': async ({ identity }) => ({
      recovery_codes: [...(await createRecoveryCodes(services, identity.userId))],
    }),
  };
}

function asPresented({ factor, ...rest }: CallBody<'POST /user/step_up'>): PresentedForStepUp {
  return factor === 'password' ? { factor, ...rest } : { factor, ...rest };
}
