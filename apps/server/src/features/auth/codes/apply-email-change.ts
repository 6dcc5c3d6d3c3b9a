import { emailTakenMessage } from '@cairn/contract/rules/credential-rules';
import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { reserveAddress } from '../../../identity/new-user.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import { invalidateCodes } from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { releaseAddress, setVerifiedEmail } from '../auth.queries.ts';
import { expiredLink } from './expired-link.ts';

/**
 * Makes a verified address the user's email address and notifies the previous one. Throws 409 if another user has
 * taken the address in the meantime. The directory table ensures that only one of two concurrent requests gets it.
 */
export async function applyEmailChange(
  services: Services,
  transaction: Transaction,
  userId: UserId,
  newEmail: string,
): Promise<void> {
  const user = await lockCredentials(transaction, userId);
  if (user === undefined) throw expiredLink();
  if (!(await reserveAddress(transaction, { address: newEmail.toLowerCase(), userId })))
    throw new Failure('conflict', emailTakenMessage);
  await releaseAddress(transaction, { address: user.email.toLowerCase(), userId });
  await setVerifiedEmail(transaction, userId, newEmail);
  // Links sent to the previous address must stop working.
  await invalidateCodes(transaction, userId, 'reset_password', 'verify_email', 'change_email');
  await recordActivity(transaction, {
    userId,
    event: 'email_changed',
    detail: formatMessage(authCopy.activity.emailChanged, {
      previous: user.email,
      current: newEmail,
    }),
  });
  await enqueueMail(services, transaction, {
    userId,
    to: user.email,
    mail: { kind: 'email_changed', newEmail, at: services.clock.now().toISOString() },
  });
}
