import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { countSignInMethods } from '../../../identity/sign-in-methods.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { notFound, unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { deletePasskeys, hasPasskey, releaseCredentials } from './passkeys.queries.ts';

/** Removes one of the user's passkeys, unless it is the only sign-in method. */
export async function removePasskey(
  services: Services,
  userId: UserId,
  passkeyId: string,
): Promise<void> {
  if (!isUuid(passkeyId)) throw notFound('passkey');
  await services.database.transaction(async (transaction) => {
    // The lock makes the second of two concurrent removals see the first.
    const user = await lockCredentials(transaction, userId);
    if (user === undefined || !(await hasPasskey(transaction, userId, passkeyId)))
      throw notFound('passkey');
    if ((await countSignInMethods(transaction, userId)) === 1)
      throw unprocessable(authCopy.lastSignInMethod);
    const { email } = user;
    await deleteAndNotify(services, transaction, { userId, email, passkeyId, reason: 'user' });
  });
  services.log.info({ event: 'passkey_removed', user_id: userId });
}

/** Removes all of a user's passkeys, because the password was reset. */
export const removeAllPasskeys = (
  services: Services,
  transaction: Transaction,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> =>
  deleteAndNotify(services, transaction, {
    userId,
    email,
    passkeyId: null,
    reason: 'password_reset',
  });

/** Deletes one passkey, or all of them (null), records each in the activity, and sends one email about them. */
async function deleteAndNotify(
  services: Services,
  transaction: Transaction,
  removal: {
    userId: UserId;
    email: string;
    passkeyId: string | null;
    reason: 'user' | 'password_reset';
  },
): Promise<void> {
  const { userId, email, passkeyId, reason } = removal;
  const removed = await deletePasskeys(
    transaction,
    userId,
    passkeyId === null ? null : [passkeyId],
  );
  if (removed.length === 0) return;
  await releaseCredentials(
    transaction,
    removed.map(({ credential_id }) => credential_id),
  );
  for (const { name } of removed)
    await recordActivity(transaction, {
      userId,
      event: 'passkey_removed',
      detail:
        reason === 'user'
          ? name
          : formatMessage(authCopy.activity.unlinkedByReset, { method: name }),
    });
  await enqueueMail(services, transaction, {
    userId,
    to: email,
    mail: {
      kind: 'passkeys_removed',
      names: removed.map(({ name }) => name),
      reason,
      at: services.clock.now().toISOString(),
    },
  });
}
