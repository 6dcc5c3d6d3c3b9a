import { createHash } from 'node:crypto';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { Failure } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { openSession } from '../sign-in/open-session.ts';
import { isOwnDevice } from '../sign-in/recognize-device.ts';
import type { SignInDevice } from '../sign-in/sign-in-device.ts';
import { openChallenge, type SecondFactorChallenge } from './second-factor-challenge.ts';
import { useChallenge } from './use-challenge.ts';
import {
  type PresentedFactor,
  verifySecondFactor,
  verifySignedPasskey,
} from './verify-second-factor.ts';

/** The second factor that completes the sign-in of a challenge. It must come from the device that began the sign-in. */
interface SecondStep {
  challenge: string;
  presented: PresentedFactor;
  device: SignInDevice;
  /** True if the user chose to trust the device. */
  trustDevice: boolean | undefined;
}

/**
 * Completes a sign-in with its second factor: opens a session and returns its first token. The challenge works once. A
 * wrong code leaves it usable, is recorded in the user's activity, and counts toward the limits of the challenge and of
 * the user, or of the device if the user has signed in on it before.
 */
export async function completeSignIn(
  services: Services,
  { challenge: sealed, presented, device, trustDevice }: SecondStep,
) {
  const challenge = openChallenge(services, sealed, device);
  const { userId, identity, detail } = challenge;
  const redeemed = await services.rateLimiter
    .limitGuesses(
      [
        ['factor_challenge', createHash('sha256').update(sealed).digest('base64url')],
        (await isOwnDevice(services, userId, device))
          ? ['factor_device', `${userId} ${device.id}`]
          : ['factor_user', userId],
      ],
      () => redeemChallenge(services, sealed, challenge, presented).catch(returnUncounted),
    )
    .catch(recordFailure(services, challenge));
  if (redeemed instanceof Failure) throw redeemed;
  const { passwordHash, passkeyId } = redeemed;
  return openSession(services, {
    userId,
    device,
    detail,
    secondFactor: presented.factor,
    trustDevice,
    ...(passwordHash === null ? {} : { verifiedHash: passwordHash }),
    ...(identity === null ? {} : { verifiedIdentity: identity }),
    ...(passkeyId === undefined ? {} : { verifiedPasskey: passkeyId }),
  });
}

/**
 * Verifies the factor and uses up the challenge. Returns the hash of the user's password, or null if they have none,
 * and the id of the passkey, if the factor is one.
 */
async function redeemChallenge(
  services: Services,
  sealed: string,
  challenge: SecondFactorChallenge,
  presented: PresentedFactor,
): Promise<{ passwordHash: string | null; passkeyId: string | undefined }> {
  const { userId } = challenge;
  const signed = await verifySignedPasskey(services, presented);
  return services.database.transaction(async (transaction) => {
    const user = await useChallenge(transaction, sealed, challenge);
    // A wrong code rolls back, which leaves the challenge unused.
    await verifySecondFactor(services, transaction, { userId, email: user.email }, signed);
    return { passwordHash: user.password_hash, passkeyId: signed.passkey?.passkeyId };
  });
}

/** Returns any failure except a wrong code, so that it doesn't count as a wrong guess. Rethrows other errors. */
function returnUncounted(error: unknown): Failure {
  if (error instanceof Failure && error.code !== 'wrong_code') return error;
  throw error;
}

function recordFailure(
  { database, log }: Services,
  { userId, device }: SecondFactorChallenge,
): (error: unknown) => Promise<never> {
  return async (error) => {
    if (error instanceof Failure && error.code === 'wrong_code') {
      await recordActivity(database, { userId, event: 'second_factor_failed', detail: device });
      log.info({ event: 'second_factor_failed', user_id: userId });
    }
    throw error;
  };
}
