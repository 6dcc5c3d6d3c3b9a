import { recordActivity } from '../../domain/activity.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { markVerified } from './auth.queries.ts';
import { deleteUserIdentity, releaseIdentity } from './identities.queries.ts';
import { providerTitle } from './prove-person.ts';

/**
 * Who has read a mail to the account's address is its owner. Until then anybody could have opened the
 * account with that address and linked a way in of their own, to come back by it later: such ways go.
 * Nothing happens where the address is verified.
 */
export async function takePossession(
  transaction: Transaction,
  userId: UserId,
  user: { email_verified: boolean },
): Promise<void> {
  if (user.email_verified) return;
  await markVerified(transaction, userId);
  for (const provider of ['GOOGLE', 'APPLE'] as const) {
    const identity = await deleteUserIdentity(transaction, userId, provider);
    if (identity === undefined) continue;
    await releaseIdentity(transaction, identity);
    await recordActivity(transaction, {
      userId,
      event: 'sign_in_unlinked',
      detail: `${providerTitle(provider)}, linked before the address was verified`,
    });
  }
}
