import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { lockCredentials } from '../../domain/password.queries.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Identity } from '../../platform/http/handler.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { issueCode, redeemCode, withdraw } from '../../platform/one-time-codes.ts';
import type { Services } from '../../services.ts';
import { markVerified } from './auth.queries.ts';
import { deadLink } from './dead-link.ts';
import { moveToAddress } from './move-to-address.ts';
import { tokenFor } from './open-session.ts';

/** Sends the mail that verifies the user's address. Links of earlier ones are worth nothing then. */
export async function askForVerification(services: Services, identity: Identity) {
  const { database, limits, sealer } = services;
  const { userId, username, emailVerified } = identity;
  if (emailVerified) return { message: `${username} is verified already.` };
  await limits.take('mail_address', username.toLowerCase());
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) return;
    await withdraw(transaction, userId, 'verify_email');
    const code = await issueCode(transaction, sealer, {
      purpose: 'verify_email',
      userId,
      detail: user.email,
    });
    await enqueueMail(services, transaction, {
      userId,
      to: user.email,
      mail: { kind: 'verify_email', code },
    });
  });
  return {
    message: `We have sent an email to ${username}. Open the link in it to verify your address; it counts for a day.`,
  };
}

/**
 * Uses the code of a mail that asked whether an address is the user's: the present one is verified, a
 * new one becomes the user's. Answers a token that says so.
 */
export async function verifyEmail(services: Services, identity: Identity, code: string) {
  const { database, log } = services;
  const { userId } = identity;
  const event = await database.transaction(async (transaction) => {
    if (await verifyPresent(services, transaction, userId, code)) return 'email_verified';
    if (await verifyNew(services, transaction, userId, code)) return 'email_changed';
    throw deadLink();
  });
  log.info({ event, user_id: userId });
  return tokenFor(services, identity);
}

async function verifyPresent(
  { sealer }: Services,
  transaction: Transaction,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const used = await redeemCode(transaction, sealer, { purpose: 'verify_email', code });
  if (used === undefined) return false;
  const user = await lockCredentials(transaction, userId);
  // Somebody else's code stays as it was: the transaction is taken back.
  if (used.userId !== userId || user === undefined || used.detail !== user.email) throw deadLink();
  await markVerified(transaction, userId);
  await recordActivity(transaction, { userId, event: 'email_verified', detail: user.email });
  return true;
}

async function verifyNew(
  services: Services,
  transaction: Transaction,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const used = await redeemCode(transaction, services.sealer, { purpose: 'change_email', code });
  if (used === undefined) return false;
  // The profile's change of address wrote the new one under this purpose.
  if (used.userId !== userId || typeof used.detail !== 'string') throw deadLink();
  await moveToAddress(services, transaction, userId, used.detail);
  return true;
}
