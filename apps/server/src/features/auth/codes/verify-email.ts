import { recordActivity } from '../../../identity/activity.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { limitCodeMail } from '../../../mail/limit-code-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { CallerIdentity } from '../../../platform/http/handler.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import {
  invalidateCodes,
  issueCode,
  redeemCode,
} from '../../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../../services.ts';
import { markEmailVerified } from '../auth.queries.ts';
import { issueToken } from '../sign-in/open-session.ts';
import { applyEmailChange } from './apply-email-change.ts';
import { expiredLink } from './expired-link.ts';

/** Sends the email that verifies the user's unverified address, and invalidates the links in earlier ones. */
export async function requestEmailVerification(
  services: Services,
  identity: CallerIdentity,
  ip: string,
): Promise<void> {
  const { database, rateLimiter, sealer } = services;
  const { userId, username } = identity;
  await limitCodeMail(rateLimiter, { ip, userId, to: username });
  await database.transaction(async (transaction) => {
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) return;
    await invalidateCodes(transaction, userId, 'verify_email');
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
}

/**
 * Redeems the code of a verification email. Marks the user's address as verified, or replaces it with the new address
 * that the code was sent to. Returns a token with the updated claims.
 */
export async function verifyEmail(services: Services, identity: CallerIdentity, code: string) {
  const { database, log } = services;
  const { userId } = identity;
  const event = await database.transaction(async (transaction) => {
    if (await verifyCurrentAddress(services, transaction, userId, code)) return 'email_verified';
    if (await verifyNewAddress(services, transaction, userId, code)) return 'email_changed';
    throw expiredLink();
  });
  log.info({ event, user_id: userId });
  return issueToken(services, identity);
}

async function verifyCurrentAddress(
  { sealer }: Services,
  transaction: Transaction,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const redeemed = await redeemCode(transaction, sealer, { purpose: 'verify_email', code });
  if (redeemed === undefined) return false;
  const user = await lockCredentials(transaction, userId);
  // Throwing rolls back, so another user's code stays usable.
  if (redeemed.userId !== userId || user === undefined || redeemed.detail !== user.email)
    throw expiredLink();
  await markEmailVerified(transaction, userId);
  await recordActivity(transaction, { userId, event: 'email_verified', detail: user.email });
  return true;
}

async function verifyNewAddress(
  services: Services,
  transaction: Transaction,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const redeemed = await redeemCode(transaction, services.sealer, {
    purpose: 'change_email',
    code,
  });
  if (redeemed === undefined) return false;
  // The code was issued by requestEmailChange with the new address as its detail.
  if (redeemed.userId !== userId || typeof redeemed.detail !== 'string') throw expiredLink();
  await applyEmailChange(services, transaction, userId, redeemed.detail);
  return true;
}
