import { requireResetPassword } from '../../domain/new-password.ts';
import { lockCredentials } from '../../domain/password.queries.ts';
import { putPasswordInForce } from '../../domain/password-changed.ts';
import { redeemCode } from '../../platform/one-time-codes.ts';
import { hashPassword } from '../../platform/passwords.ts';
import type { Services } from '../../services.ts';
import { deadLink } from './dead-link.ts';
import { takePossession } from './take-possession.ts';

/**
 * Sets a new password with the code of a reset mail, which is used up by it. A password that breaks
 * the rules leaves the code as it was.
 */
export async function resetPassword(
  services: Services,
  { code, password }: { code: string; password: string },
) {
  const { database, sealer, limits, log } = services;
  requireResetPassword(password);
  const { userId, email } = await database.transaction(async (transaction) => {
    const used = await redeemCode(transaction, sealer, { purpose: 'reset_password', code });
    if (!used?.userId) throw deadLink();
    const user = await lockCredentials(transaction, used.userId);
    if (user === undefined) throw deadLink();
    await takePossession(transaction, used.userId, user);
    await putPasswordInForce(services, transaction, {
      userId: used.userId,
      email: user.email,
      // Made once the code has shown to be good: a wrong one costs next to nothing.
      passwordHash: await hashPassword(password),
      event: 'password_reset',
      keepSession: null,
    });
    return { userId: used.userId, email: user.email };
  });
  // The failures that led here are of the past.
  await limits.forget('sign_in_address', email.toLowerCase());
  log.info({ event: 'password_reset', user_id: userId });
  return { message: 'Password changed successfully' };
}
