import { recordActivity } from '../../../identity/activity.queries.ts';
import { factorResetTimes } from '../../../identity/factor-reset-times.ts';
import { deleteFactorReset, findFactorReset } from '../../../identity/factor-resets.queries.ts';
import { forgetDevices } from '../../../identity/known-devices.queries.ts';
import { revokeSessions } from '../../../identity/sessions.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { unprocessable } from '../../../platform/problem.ts';
import { invalidateCodes } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { removeRequiredFactors } from '../factors/remove-required-factors.ts';
import { openChallenge } from '../factors/second-factor-challenge.ts';
import { useChallenge } from '../factors/use-challenge.ts';
import { openSession } from '../sign-in/open-session.ts';
import type { SignInDevice } from '../sign-in/sign-in-device.ts';

/**
 * Removes the second factors of a user 72 hours after a request, ends every session, emails the user, and completes the
 * sign-in. Throws 422 if nothing was requested, if it is too early, or if the request has expired.
 */
export async function completeFactorReset(
  services: Services,
  { challenge: sealed, device }: { challenge: string; device: SignInDevice },
) {
  const { database, clock, log } = services;
  const challenge = openChallenge(services, sealed, device);
  const { userId, identity, detail } = challenge;
  const verifiedHash = await database.transaction(async (transaction) => {
    const user = await useChallenge(transaction, sealed, challenge);
    const reset = await findFactorReset(transaction, userId);
    const now = clock.now();
    const times = reset && factorResetTimes(reset.requested_at);
    if (times === undefined || now < times.available || now >= times.expires)
      throw unprocessable(authCopy.factorResetNotReady);
    await deleteFactorReset(transaction, userId);
    await removeRequiredFactors(transaction, userId);
    await revokeSessions(transaction, userId);
    await forgetDevices(transaction, userId);
    await invalidateCodes(transaction, userId, 'cancel_factor_reset');
    await recordActivity(transaction, { userId, event: 'factor_reset_completed' });
    await enqueueMail(services, transaction, {
      userId,
      to: user.email,
      mail: { kind: 'factor_reset_completed', at: now.toISOString() },
    });
    return user.password_hash;
  });
  log.info({ event: 'factor_reset_completed', user_id: userId });
  return openSession(services, {
    userId,
    device,
    detail,
    ...(verifiedHash === null ? {} : { verifiedHash }),
    ...(identity === null ? {} : { verifiedIdentity: identity }),
  });
}
