import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { authCopy } from '../auth.copy.ts';
import { markEmailVerified } from '../auth.queries.ts';
import { providerTitle } from '../sign-in/verify-identity.ts';
import { deleteUserIdentity, releaseIdentity } from './identities.queries.ts';

/**
 * Claims an account whose address has just been verified, and unlinks its Google and Apple identities. An
 * attacker could have signed up with the address and linked an identity of their own, to get back in later.
 * Does nothing if the address was verified before.
 */
export async function claimVerifiedAccount(
  transaction: Transaction,
  userId: UserId,
  user: { email_verified: boolean },
): Promise<void> {
  if (user.email_verified) return;
  await markEmailVerified(transaction, userId);
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
