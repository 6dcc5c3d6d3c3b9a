import type { CallBody } from '@cairn/contract/calls';
import type { FastifyRequest } from 'fastify';
import { findEnrolledFactors } from '../../../identity/second-factors.queries.ts';
import { listStepUpFactors } from '../../../identity/step-up.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { createSignInCookie } from '../../../platform/http/sign-in-cookie.ts';
import type { Services } from '../../../services.ts';
import { createTokenDelivery } from '../sessions/deliver-token.ts';
import { deviceLabel } from '../sign-in/device-label.ts';
import { createDeviceSignIn } from '../sign-in/sign-in-device.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { beginTotpEnrollment, confirmTotpEnrollment, removeTotp } from './enroll-totp.ts';
import { createRecoveryCodes } from './new-recovery-codes.ts';
import { areRecoveryCodesSaved, markRecoveryCodesSaved } from './recovery-codes.queries.ts';
import { type PresentedForStepUp, stepUp } from './step-up.ts';
import { findTotp } from './totp.queries.ts';
import { endDeviceTrust } from './trusted-devices.ts';
import type { PresentedFactor } from './verify-second-factor.ts';

type FactorCalls =
  | 'POST /auth/second_factor'
  | 'DELETE /user/sessions/:id/trust'
  | 'POST /user/step_up'
  | 'GET /user/factors'
  | 'POST /user/totp'
  | 'POST /user/totp/confirm'
  | 'DELETE /user/totp'
  | 'POST /user/recovery_codes'
  | 'POST /user/recovery_codes/saved';

/** A second factor in the body of a call. */
type FactorInBody = Omit<CallBody<'POST /auth/second_factor'>, 'challenge' | 'trust_device'>;

/** Handlers for second factors: enrolling them, signing in with them, and step-up. */
export function factorHandlers(services: Services): Handlers<FactorCalls> {
  const { database, settings } = services;
  const signInOnDevice = createDeviceSignIn(services);
  const delivery = createTokenDelivery(services);
  const cookie = createSignInCookie(settings.publicUrl, 'passkey');

  const readFactor = (
    { assertion, ...rest }: FactorInBody,
    request: FastifyRequest,
  ): PresentedFactor => {
    if (assertion === undefined) return rest;
    const device = deviceLabel(request.headers['user-agent']);
    return { ...rest, passkey: { assertion, browser: cookie.read(request), device } };
  };

  return {
    'POST /auth/second_factor': async ({ body, request, reply }) => {
      const { challenge, trust_device: trustDevice, ...factor } = body;
      const presented = readFactor(factor, request);
      const response = await signInOnDevice({ method: 'second_factor', request, reply }, (device) =>
        completeSignIn(services, { challenge, presented, device, trustDevice }),
      );
      cookie.clear(reply);
      return delivery.deliver({ request, reply }, response);
    },
    'DELETE /user/sessions/:id/trust': async ({ identity, params }) => {
      await endDeviceTrust(database, identity.userId, params.id);
      return null;
    },
    'POST /user/step_up': async ({ identity, body, request }) => {
      const { factor, password, ...rest } = body;
      const presented: PresentedForStepUp =
        factor === 'password'
          ? { factor, ...(password === undefined ? {} : { password }) }
          : readFactor({ factor, ...rest }, request);
      await stepUp(services, identity, presented);
      return null;
    },
    'GET /user/factors': async ({ identity: { userId } }) => {
      const [totp, { recoveryCodes }, areSaved, stepUpFactors] = await Promise.all([
        findTotp(database, userId),
        findEnrolledFactors(database, userId),
        areRecoveryCodesSaved(database, userId),
        listStepUpFactors(database, userId),
      ]);
      const addedAt = totp?.confirmed_at?.toISOString();
      return {
        totp: addedAt === undefined ? null : { added_at: addedAt },
        recovery_codes_left: recoveryCodes,
        recovery_codes_saved: areSaved,
        step_up_factors: stepUpFactors,
      };
    },
    'POST /user/totp': ({ identity }) => beginTotpEnrollment(services, identity),
    'POST /user/totp/confirm': async ({ identity, body }) => ({
      recovery_codes: [...(await confirmTotpEnrollment(services, identity, body))],
    }),
    'DELETE /user/totp': async ({ identity }) => {
      await removeTotp(services, identity);
      return null;
    },
    'POST /user/recovery_codes': async ({ identity }) => ({
      recovery_codes: [...(await createRecoveryCodes(services, identity.userId))],
    }),
    'POST /user/recovery_codes/saved': async ({ identity }) => {
      await markRecoveryCodesSaved(database, identity.userId);
      return null;
    },
  };
}
