import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { notFound } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { type ProviderName, providerTitle } from '../sign-in/verify-identity.ts';
import { deleteUserIdentity, releaseIdentity } from './identities.queries.ts';
import { identityDetail } from './link-identity.ts';

/** The detail of the activity entry, by the reason why the identity was unlinked. */
const activityDetails = {
  user: '{method}',
  password_reset: authCopy.activity.unlinkedByReset,
  provider: authCopy.activity.unlinkedByProvider,
} as const;

/**
 * Removes an identity from its user, records the activity, and emails the user. A job revokes the access at Apple.
 * `email`: the user's address. Throws 404 if the user has no identity of this provider.
 */
export async function removeIdentity(
  services: Services,
  transaction: Transaction,
  removal: {
    userId: UserId;
    email: string;
    provider: ProviderName;
    reason: 'user' | 'password_reset' | 'provider';
  },
): Promise<void> {
  const { queue, sealer, clock } = services;
  const { userId, provider, reason } = removal;
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
  const method = identityDetail(services, provider, email);
  await recordActivity(transaction, {
    userId,
    event: 'sign_in_unlinked',
    detail: formatMessage(activityDetails[reason], { method }),
  });
  await enqueueMail({ queue, sealer }, transaction, {
    userId,
    to: removal.email,
    mail: {
      kind: 'sign_in_method_unlinked',
      provider: providerTitle(services, provider),
      address: email,
      reason,
      at: clock.now().toISOString(),
    },
  });
}
