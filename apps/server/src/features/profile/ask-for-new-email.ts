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

/**
 * Asks the new address whether it is the user's; it counts once the link of that mail is followed. An
 * address that somebody has answers the same; its owner is told.
 */
export async function askForNewEmail(
  services: Services,
  identity: Identity,
  wish: { email: string; password: string | undefined },
) {
  const { database, limits, sealer } = services;
  const { userId, username } = identity;
  const email = wish.email.trim();
  if (!isEmail(email)) throw refused(signupEmailMessage);
  if (email.toLowerCase() === username.toLowerCase())
    throw refused('This is your email address already.');
  await requireFreshSignIn(services, identity, wish.password);
  await limits.take('mail_address', email.toLowerCase());
  await database.transaction(async (transaction) => {
    await lockCredentials(transaction, userId);
    // The last wish counts: links of earlier ones are worth nothing any more.
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
  return {
    message: `We have sent an email to ${email}. Your address changes once you open the link in it; it counts for a day.`,
  };
}
