import { requirePassword } from '../../domain/current-password.ts';
import { requireGoodPassword } from '../../domain/new-password.ts';
import { findPasswordHash, lockCredentials } from '../../domain/password.queries.ts';
import { putPasswordInForce } from '../../domain/password-changed.ts';
import type { Identity } from '../../platform/http/handler.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { Failure, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** Changes the password of somebody who knows the current one. Their other sessions end. */
export async function changePassword(
  services: Services,
  identity: Identity,
  wish: { current: string; password: string },
): Promise<void> {
  const { database, log } = services;
  const { userId, sessionId } = identity;
  if (typeof (await findPasswordHash(database, userId))?.password_hash !== 'string')
    throw refused(
      "This account has no password yet. Choose 'Forgot password?' on the sign-in page to set one.",
    );
  requireGoodPassword(wish.password);
  const matched = await requirePassword(services, identity, wish.current);
  const passwordHash = await hashPassword(wish.password);
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    // Whoever was quicker has the say: it may be the owner who takes the account back.
    if (user?.password_hash !== matched)
      throw new Failure('wrong_password', 'That is not your current password any more.');
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
