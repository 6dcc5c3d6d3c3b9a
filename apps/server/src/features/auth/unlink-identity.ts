import { recordActivity } from '../../domain/activity.queries.ts';
import { findWaysIn } from '../../domain/ways-in.queries.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { notFound, refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { deleteUserIdentity, holdUser, releaseIdentity } from './identities.queries.ts';
import { type ProviderName, providerTitle } from './prove-person.ts';

/** Takes a way to sign in away, unless it is the only one. Apple's access is revoked by a job. */
export async function unlinkIdentity(
  { database, queue, log }: Services,
  userId: UserId,
  provider: ProviderName,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await holdUser(transaction, userId);
    const ways = await findWaysIn(transaction, userId);
    if (!ways.some((way) => way.provider === provider)) throw notFound('way to sign in');
    if (ways.length === 1)
      throw refused('This is your only way to sign in. Set a password or link another one first.');
    const identity = await deleteUserIdentity(transaction, userId, provider);
    if (identity === undefined) throw notFound('way to sign in');
    const { issuer, subject, email, sealed_refresh_token: sealedToken } = identity;
    await releaseIdentity(transaction, identity);
    if (sealedToken !== null)
      await queue.enqueue(
        'revoke-apple',
        { userId, issuer, subject, sealedToken },
        { transaction },
      );
    const title = providerTitle(provider);
    await recordActivity(transaction, {
      userId,
      event: 'sign_in_unlinked',
      detail: email === '' ? title : `${title}, ${email}`,
    });
  });
  log.info({ event: 'sign_in_unlinked', user_id: userId, provider });
}
