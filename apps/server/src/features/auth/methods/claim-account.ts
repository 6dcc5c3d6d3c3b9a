import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { Services } from '../../../services.ts';
import { markEmailVerified } from '../auth.queries.ts';
import { removeAllPasskeys } from '../passkeys/remove-passkeys.ts';
import { findIdentitiesLinkedLater } from './identities.queries.ts';
import { removeIdentity } from './remove-identity.ts';

/**
 * Claims an account for the owner of its mailbox, who has just opened an emailed link: verifies the address, removes
 * every passkey, and unlinks every identity except the one that the account was created with. Anyone who knew the
 * password, signed up with the address, or had a stolen session could have added a passkey or linked an identity of
 * their own, to get back in later.
 */
export async function claimAccount(
  services: Services,
  transaction: Transaction,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  await markEmailVerified(transaction, userId);
  for (const { provider } of await findIdentitiesLinkedLater(transaction, userId))
    await removeIdentity(services, transaction, {
      userId,
      email,
      provider,
      reason: 'password_reset',
    });
  await removeAllPasskeys(services, transaction, { userId, email });
}
