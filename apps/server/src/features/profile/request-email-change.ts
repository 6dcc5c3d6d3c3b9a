import { isEmail, signupEmailMessage } from '@cairn/contract/rules/credential-rules';
import { recordActivity } from '../../identity/activity.queries.ts';
import { findAddressOwner } from '../../identity/addresses.queries.ts';
import { lockCredentials } from '../../identity/password.queries.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { limitCodeMail } from '../../mail/limit-code-mail.ts';
import type { CallerIdentity } from '../../platform/http/handler.ts';
import { unprocessable } from '../../platform/problem.ts';
import { invalidateCodes, issueCode } from '../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../services.ts';
import { profileCopy } from './profile.copy.ts';

/**
 * Requests a change of the email address: sends a link to the new address, which replaces the current one when
 * the link is opened. If another user has that address, the response is the same, and only that user is notified.
 */
export async function requestEmailChange(
  services: Services,
  identity: CallerIdentity,
  input: { email: string; ip: string },
): Promise<void> {
  const { database, rateLimiter, sealer } = services;
  const { userId, username } = identity;
  const email = input.email.trim();
  if (!isEmail(email)) throw unprocessable(signupEmailMessage);
  if (email.toLowerCase() === username.toLowerCase())
    throw unprocessable(profileCopy.emailUnchanged);
  await limitCodeMail(rateLimiter, { ip: input.ip, userId, to: email });
  await database.transaction(async (transaction) => {
    await lockCredentials(transaction, userId);
    // The latest request wins: links of earlier ones stop working.
    await invalidateCodes(transaction, userId, 'change_email');
    await recordActivity(transaction, { userId, event: 'email_change_requested', detail: email });
    const owner = await findAddressOwner(transaction, email.toLowerCase());
    if (owner !== null) {
      const at = services.clock.now().toISOString();
      await enqueueMail(services, transaction, {
        userId: owner,
        to: email,
        mail: { kind: 'address_in_use', at },
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
}
