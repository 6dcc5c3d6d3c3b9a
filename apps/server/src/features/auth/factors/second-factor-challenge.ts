import { createHash, timingSafeEqual } from 'node:crypto';
import { factorResetTimes } from '../../../identity/factor-reset-times.ts';
import { findFactorReset } from '../../../identity/factor-resets.queries.ts';
import type { IdentityKey } from '../../../identity/identities.queries.ts';
import { listSecondFactors } from '../../../identity/second-factors.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import { codeLifetime } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import type { SignInDevice } from '../sign-in/sign-in-device.ts';

/** The content of a challenge: a sign-in that only lacks its second factor. */
export interface SecondFactorChallenge {
  userId: UserId;
  /** The label of the device that began the sign-in. Only that device can continue it. */
  device: string;
  /** The id of that device, or null if it had no device cookie. */
  deviceId: string | null;
  /** A digest of the password's hash when the challenge was issued. A new password invalidates the challenge. */
  passwordDigest: string;
  /** The identity that the user signed in with, or null if it was the password. */
  identity: IdentityKey | null;
  /** The detail of the sign-in's entry in the activity. */
  detail: string;
  /** When the challenge expires, in milliseconds since 1970. */
  expires: number;
}

const context = 'second factor challenge';

const deviceFields = ({ label, id, hasCookie }: SignInDevice) => ({
  device: label,
  deviceId: hasCookie ? id : null,
});

const digest = (passwordHash: string | null): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

/** True if the user's password has not changed since the challenge was issued. */
export const hasSamePassword = (
  { passwordDigest }: SecondFactorChallenge,
  passwordHash: string | null,
): boolean => timingSafeEqual(Buffer.from(passwordDigest), Buffer.from(digest(passwordHash)));

/**
 * Requires a second factor for a sign-in, if the user has enrolled one: throws `second_factor_required` with the
 * factors and a challenge. The challenge is sealed instead of stored, so that an attacker who knows the password can't
 * fill a table.
 */
export async function requireSecondFactor(
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  queries: Queries,
  signIn: {
    userId: UserId;
    device: SignInDevice;
    /** The current hash of the user's password, or null if they have none. */
    passwordHash: string | null;
    identity: IdentityKey | null;
    detail: string;
  },
): Promise<void> {
  const factors = await listSecondFactors(queries, signIn.userId);
  if (factors.length === 0) return;
  const { passwordHash, device, ...rest } = signIn;
  const challenge: SecondFactorChallenge = {
    ...rest,
    ...deviceFields(device),
    passwordDigest: digest(passwordHash),
    expires: clock.now().getTime() + codeLifetime('second_factor') * 1000,
  };
  const reset = await findFactorReset(queries, signIn.userId);
  const times = reset && factorResetTimes(reset.requested_at);
  throw new Failure('second_factor_required', authCopy.secondFactorRequired, {
    members: {
      challenge: sealer.seal(JSON.stringify(challenge), context),
      factors,
      ...(times !== undefined && clock.now() < times.expires
        ? { factor_reset_at: times.available.toISOString() }
        : {}),
    },
  });
}

/** Opens a challenge. Throws `invalid_credentials` if it is forged, expired, or another device's. */
export function openChallenge(
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  sealed: string,
  device: SignInDevice,
): SecondFactorChallenge {
  let challenge: SecondFactorChallenge;
  try {
    challenge = JSON.parse(sealer.open(sealed, context)) as SecondFactorChallenge; // Sealed by requireSecondFactor.
  } catch {
    throw challengeExpired();
  }
  const { expires, device: label, deviceId } = challenge;
  const sentDevice = deviceFields(device);
  // A device that had no cookie may have received one since, in another tab.
  const isSameDevice =
    label === sentDevice.device && (deviceId === null || deviceId === sentDevice.deviceId);
  if (expires <= clock.now().getTime() || !isSameDevice) throw challengeExpired();
  return challenge;
}

/** The failure of a challenge that is invalid, used, or expired: the user must sign in again from the start. */
export const challengeExpired = (): Failure =>
  new Failure('invalid_credentials', authCopy.challengeExpired);
