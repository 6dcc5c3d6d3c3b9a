import { formatMessage } from '@cairn/contract/copy';
import { isEmail, signupEmailMessage } from '@cairn/contract/credential-rules';
import { recordActivity } from '../../domain/activity.queries.ts';
import { findAddressOwner } from '../../domain/addresses.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { requireFreshSignIn } from '../../domain/fresh-sign-in.ts';
import { lockCredentials } from '../../domain/password.queries.ts';
import type { Identity } from '../../platform/http/handler.ts';
import { issueCode, withdraw } from '../../platform/one-time-codes.ts';
import { refused } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { profileCopy } from './profile.copy.ts';

/**
 * Requests a change of the email address: sends a link to the new address, which replaces the current one when
 * the link is opened. For an address that another user has, the response is the same and its owner is notified.
 */
export async function askForNewEmail(
  services: Services,
  identity: Identity,
  input: { email: string; password: string | undefined },
) {
  const { database, limits, sealer } = services;
  const { userId, username } = identity;
  const email = input.email.trim();
  if (!isEmail(email)) throw refused(signupEmailMessage);
  if (email.toLowerCase() === username.toLowerCase()) throw refused(profileCopy.emailUnchanged);
  await requireFreshSignIn(services, identity, input.password);
  await limits.take('mail_address', email.toLowerCase());
  await database.transaction(async (transaction) => {
    await lockCredentials(transaction, userId);
    // The latest request wins: links of earlier ones stop working.
    await withdraw(transaction, userId, 'change_email');
    await recordActivity(transaction, { userId, event: 'email_change_asked', detail: email });
    const owner = await findAddressOwner(transaction, email.toLowerCase());
    if (owner !== null) {
      const at = services.clock.now().toISOString();
      await enqueueMail(services, transaction, {
        userId: owner,
        to: email,
        mail: { kind: 'address_wanted', at },
      });
      return;
    }
    const code = await issueCode(transaction, sealer, {
      purpose: 'change_email',
      userId,
      detail: email,
    });
    await enqueueMail(services, transaction, {
      userId,
      to: email,
      mail: { kind: 'confirm_new_email', code },
    });
  });
  return { message: formatMessage(profileCopy.emailChangeSent, { email }) };
}
