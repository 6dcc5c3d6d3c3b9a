import { recordActivity } from '../../../identity/activity.queries.ts';
import { factorResetTimes } from '../../../identity/factor-reset-times.ts';
import { findFactorReset, replaceFactorReset } from '../../../identity/factor-resets.queries.ts';
import { limitCodeMail } from '../../../mail/limit-code-mail.ts';
import { Failure } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { findUsername } from '../auth.queries.ts';
import { openChallenge } from '../factors/second-factor-challenge.ts';
import { lockChallengedUser } from '../factors/use-challenge.ts';
import type { SignInDevice } from '../sign-in/sign-in-device.ts';
import { sendFactorResetMail } from './send-factor-reset-mail.ts';

/**
 * Requests the removal of the second factors of a user who has lost them, in a sign-in that lacks only its second
 * factor. Emails the user. Returns when the factors can be removed. A request that is already open is not changed.
 */
export async function requestFactorReset(
  services: Services,
  input: { challenge: string; device: SignInDevice; ip: string },
) {
  const { database, rateLimiter, clock, log } = services;
  const challenge = openChallenge(services, input.challenge, input.device);
  const { userId } = challenge;
  const now = clock.now();
  const openRequest = await findFactorReset(database, userId);
  if (openRequest !== undefined && factorResetTimes(openRequest.requested_at).expires > now)
    return { available_at: factorResetTimes(openRequest.requested_at).available.toISOString() };
  const to = (await findUsername(database, userId))?.email;
  if (to === undefined) throw new Failure('unauthenticated');
  await limitCodeMail(rateLimiter, { ip: input.ip, userId, to });
  const { halfway, available } = factorResetTimes(now);
  await database.transaction(async (transaction) => {
    const { email } = await lockChallengedUser(transaction, challenge);
    await replaceFactorReset(transaction, userId, { requestedAt: now, nextMailAt: halfway });
    await recordActivity(transaction, {
      userId,
      event: 'factor_reset_requested',
      detail: input.device.label,
    });
    await sendFactorResetMail(services, transaction, {
      userId,
      email,
      kind: 'factor_reset_requested',
      at: available,
    });
  });
  log.info({ event: 'factor_reset_requested', user_id: userId });
  return { available_at: available.toISOString() };
}
