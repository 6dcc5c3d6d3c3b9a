import { recordActivity } from '../../../identity/activity.queries.ts';
import { findSignInMethods } from '../../../identity/sign-in-methods.queries.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import type { ProviderName } from '../sign-in/verify-identity.ts';
import { deleteUserIdentity, lockUser, releaseIdentity } from './identities.queries.ts';
import { identityDetail } from './link-identity.ts';

/** Unlinks a sign-in method unless it is the only one. A job revokes the access at Apple. */
export async function unlinkIdentity(
  { database, queue, log }: Services,
  userId: UserId,
  provider: ProviderName,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    const methods = await findSignInMethods(transaction, userId);
    if (!methods.some((method) => method.provider === provider)) throw notFound('sign-in method');
    if (methods.length === 1) throw unprocessable(authCopy.lastSignInMethod);
    const identity = await deleteUserIdentity(transaction, userId, provider);
    if (identity === undefined) throw notFound('sign-in method');
    const { issuer, subject, email, sealed_refresh_token: sealedToken } = identity;
    await releaseIdentity(transaction, identity);
    if (sealedToken !== null)
      await queue.enqueue(
        'revoke-apple-access',
        { userId, issuer, subject, sealedToken },
        { transaction },
      );
    await recordActivity(transaction, {
      userId,
      event: 'sign_in_unlinked',
      detail: identityDetail(provider, email),
    });
  });
  log.info({ event: 'sign_in_unlinked', user_id: userId, provider });
}
