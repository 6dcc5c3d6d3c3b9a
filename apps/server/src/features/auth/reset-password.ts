import { requireResetPassword } from '../../domain/new-password.ts';
import { lockCredentials } from '../../domain/password.queries.ts';
import { putPasswordInForce } from '../../domain/password-changed.ts';
import { redeemCode } from '../../platform/one-time-codes.ts';
import { hashPassword } from '../../platform/passwords.ts';
import type { Services } from '../../services.ts';
import { authCopy } from './auth.copy.ts';
import { deadLink } from './dead-link.ts';
import { takePossession } from './take-possession.ts';

/**
 * Sets a new password with the code of a reset email, and redeems the code. A password that breaks the rules
 * leaves the code unused.
 */
export async function resetPassword(
  services: Services,
  { code, password }: { code: string; password: string },
) {
  const { database, sealer, limits, log } = services;
  requireResetPassword(password);
  const { userId, email } = await database.transaction(async (transaction) => {
    const redeemed = await redeemCode(transaction, sealer, { purpose: 'reset_password', code });
    if (!redeemed?.userId) throw deadLink();
    const user = await lockCredentials(transaction, redeemed.userId);
    if (user === undefined) throw deadLink();
    await takePossession(transaction, redeemed.userId, user);
    await putPasswordInForce(services, transaction, {
      userId: redeemed.userId,
      email: user.email,
      // Hashed only once the code is known to be valid: an invalid one costs next to nothing.
      passwordHash: await hashPassword(password),
      event: 'password_reset',
      keepSession: null,
    });
    return { userId: redeemed.userId, email: user.email };
  });
  // Earlier failed attempts no longer count toward the rate limit.
  await limits.forget('sign_in_address', email.toLowerCase());
  log.info({ event: 'password_reset', user_id: userId });
  return { message: authCopy.passwordChanged };
}
