import { applyNewPassword } from '../../identity/apply-new-password.ts';
import { requirePassword } from '../../identity/current-password.ts';
import { findCredentials, lockCredentials } from '../../identity/password.queries.ts';
import { requireSignupPassword } from '../../identity/password-policy.ts';
import { requireStrongPassword } from '../../identity/strong-password.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import { Failure, unprocessable } from '../../platform/problem.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import type { Services } from '../../services.ts';
import { profileCopy } from './profile.copy.ts';

/** Changes the password of a user who enters the current one, and ends their other sessions. */
export async function changePassword(
  services: Services,
  identity: CallerIdentity,
  input: { current: string; password: string },
): Promise<void> {
  const { database, log } = services;
  const { userId, sessionId } = identity;
  const credentials = await findCredentials(database, userId);
  if (typeof credentials?.password_hash !== 'string') throw unprocessable(profileCopy.noPassword);
  requireSignupPassword(input.password, credentials.email);
  const verifiedHash = await requirePassword(services, identity, input.current);
  await requireStrongPassword(services, { password: input.password, email: credentials.email });
  const passwordHash = await hashPassword(input.password);
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    // A concurrent change wins: it may be the owner recovering the account.
    if (user?.password_hash !== verifiedHash)
      throw new Failure('wrong_password', profileCopy.passwordOutdated);
    await applyNewPassword(services, transaction, {
      userId,
      email: user.email,
      passwordHash,
      event: 'password_changed',
      exceptSessionId: sessionId,
    });
  });
  log.info({ event: 'password_changed', user_id: userId });
}
