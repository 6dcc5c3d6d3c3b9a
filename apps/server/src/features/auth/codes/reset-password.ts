import { applyNewPassword } from '../../../identity/apply-new-password.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { rejectPersonalPassword, requireResetPassword } from '../../../identity/password-policy.ts';
import { requireStrongPassword } from '../../../identity/strong-password.ts';
import { redeemCode } from '../../../platform/secrets/one-time-codes.ts';
import { hashPassword } from '../../../platform/secrets/passwords.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { claimAccount } from '../methods/claim-account.ts';
import { expiredLink } from './expired-link.ts';

/**
 * Sets a new password with the code of a reset email, ends all sessions, and claims the account for the owner of the
 * mailbox. The code works once. A password that breaks the rules leaves it unused.
 */
export async function resetPassword(
  services: Services,
  { code, password }: { code: string; password: string },
) {
  const { database, sealer, rateLimiter, log } = services;
  requireResetPassword(password);
  const { userId, email } = await database.transaction(async (transaction) => {
    const redeemed = await redeemCode(transaction, sealer, { purpose: 'reset_password', code });
    if (!redeemed?.userId) throw expiredLink();
    const user = await lockCredentials(transaction, redeemed.userId);
    if (user === undefined) throw expiredLink();
    const { email } = user;
    rejectPersonalPassword(password, email);
    await requireStrongPassword(services, { password, email });
    await claimAccount(services, transaction, { userId: redeemed.userId, email });
    await applyNewPassword(services, transaction, {
      userId: redeemed.userId,
      email,
      // Hashed only once the code is known to be valid: an invalid one costs next to nothing.
      passwordHash: await hashPassword(password),
      event: 'password_reset',
      exceptSessionId: null,
    });
    return { userId: redeemed.userId, email };
  });
  // Earlier failed attempts no longer count toward the rate limit.
  await rateLimiter.reset('sign_in_address', email.toLowerCase());
  log.info({ event: 'password_reset', user_id: userId });
  return { message: authCopy.passwordChanged };
}
