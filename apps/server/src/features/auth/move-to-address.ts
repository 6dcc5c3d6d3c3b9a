import { formatMessage } from '@cairn/contract/copy';
import { emailTakenMessage } from '@cairn/contract/credential-rules';
import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { takeAddress } from '../../domain/new-user.queries.ts';
import { lockCredentials } from '../../domain/password.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { withdraw } from '../../platform/one-time-codes.ts';
import { Failure } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { authCopy } from './auth.copy.ts';
import { leaveAddress, setVerifiedEmail } from './auth.queries.ts';
import { deadLink } from './dead-link.ts';

/**
 * Makes a verified address the user's email address and notifies the previous one. The directory lets one of
 * two concurrent requests have the address. Throws 409 if it is taken by now.
 */
export async function moveToAddress(
  services: Services,
  transaction: Transaction,
  userId: UserId,
  newEmail: string,
): Promise<void> {
  const user = await lockCredentials(transaction, userId);
  if (user === undefined) throw deadLink();
  if (!(await takeAddress(transaction, { address: newEmail.toLowerCase(), userId })))
    throw new Failure('conflict', emailTakenMessage);
  await leaveAddress(transaction, { address: user.email.toLowerCase(), userId });
  await setVerifiedEmail(transaction, userId, newEmail);
  // Links sent to the previous address must not work any longer.
  await withdraw(transaction, userId, 'reset_password', 'verify_email', 'change_email');
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
