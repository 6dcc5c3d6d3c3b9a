import { formatMessage } from '@cairn/contract/copy';
import { recordActivity } from '../../domain/activity.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { authCopy } from './auth.copy.ts';
import { markVerified } from './auth.queries.ts';
import { deleteUserIdentity, releaseIdentity } from './identities.queries.ts';
import { providerTitle } from './prove-person.ts';

/**
 * Claims an account whose address has just been verified, and unlinks its Google and Apple identities. An
 * attacker could have signed up with the address and linked an identity of their own, to get back in later.
 * Does nothing if the address was verified before.
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
      detail: formatMessage(authCopy.activity.identityUnlinkedOnClaim, {
        provider: providerTitle(provider),
      }),
    });
  }
}
