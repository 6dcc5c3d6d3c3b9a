import { requirePassword } from '../../domain/current-password.ts';
import { requireGoodPassword } from '../../domain/new-password.ts';
import { findPasswordHash, lockCredentials } from '../../domain/password.queries.ts';
import { putPasswordInForce } from '../../domain/password-changed.ts';
import type { Identity } from '../../platform/http/handler.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { Failure, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { profileCopy } from './profile.copy.ts';

/** Changes the password of a user who enters the current one, and ends their other sessions. */
export async function changePassword(
  services: Services,
  identity: Identity,
  input: { current: string; password: string },
): Promise<void> {
  const { database, log } = services;
  const { userId, sessionId } = identity;
  if (typeof (await findPasswordHash(database, userId))?.password_hash !== 'string')
    throw refused(profileCopy.noPassword);
  requireGoodPassword(input.password);
  const verifiedHash = await requirePassword(services, identity, input.current);
  const passwordHash = await hashPassword(input.password);
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    // A concurrent change wins: it may be the owner recovering the account.
    if (user?.password_hash !== verifiedHash)
      throw new Failure('wrong_password', profileCopy.passwordOutdated);
    await putPasswordInForce(services, transaction, {
      userId,
      email: user.email,
      passwordHash,
      event: 'password_changed',
      keepSession: sessionId,
    });
  });
  log.info({ event: 'password_changed', user_id: userId });
}
