import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { findIdentity } from '../../../identity/identities.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { revokeSessions } from '../../../identity/sessions.queries.ts';
import {
  countSignInMethods,
  findSignInMethods,
} from '../../../identity/sign-in-methods.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { asUserId, type UserId } from '../../../platform/identifiers.ts';
import type { AppleNotice } from '../../../providers/apple/notices.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { removeIdentity } from '../methods/remove-identity.ts';
import { providerTitle } from '../sign-in/verify-identity.ts';

/** The types that end Cairn's access. */
const accessEndingTypes = new Set(['consent-revoked', 'account-delete', 'account-deleted']);

/** Applies a stored notice from Apple. Notices about unknown users and of unknown types change nothing. */
export async function applyAppleNotice(
  services: Services,
  transaction: Transaction,
  body: unknown,
): Promise<void> {
  const notice = body as AppleNotice; // Stored by receiveAppleNotice.
  const { type, issuer, subject } = notice;
  const linked = await findIdentity(transaction, { issuer, subject });
  if (linked === undefined) return services.log.info({ event: 'apple_notice_ignored', type });
  const userId = asUserId(linked.user_id);
  if (accessEndingTypes.has(type)) await endAppleSignIn(services, transaction, userId, notice);
  // The other types say whether Apple forwards emails to a relay address. Nothing follows from that: emails are
  // always sent to the user's address here.
  services.log.info({ event: 'apple_notice', type, user_id: userId });
}

/**
 * Ends every session, because sessions don't record what opened them, and unlinks Apple. If Apple is
 * the only sign-in method, it stays linked, and the user gets an email about setting a password. A notice from before
 * Apple was linked changes nothing: the user has consented again since.
 */
async function endAppleSignIn(
  services: Services,
  transaction: Transaction,
  userId: UserId,
  notice: AppleNotice,
): Promise<void> {
  // Undefined if the account is being deleted. The lock makes concurrent changes of sign-in methods wait.
  const user = await lockCredentials(transaction, userId);
  if (user === undefined) return;
  const methods = await findSignInMethods(transaction, userId);
  const apple = methods.find(({ provider }) => provider === 'APPLE');
  if (apple === undefined || apple.linked_at > new Date(notice.at)) return;
  await revokeSessions(transaction, userId);
  const { email } = user;
  if ((await countSignInMethods(transaction, userId)) > 1)
    return removeIdentity(services, transaction, {
      userId,
      email,
      provider: 'APPLE',
      reason: 'provider',
    });
  const provider = providerTitle(services, 'APPLE');
  await recordActivity(transaction, {
    userId,
    event: 'session_revoked',
    detail: formatMessage(authCopy.activity.endedByProvider, { provider }),
  });
  await enqueueMail(services, transaction, {
    userId,
    to: email,
    mail: { kind: 'only_sign_in_method_ended', provider, at: services.clock.now().toISOString() },
  });
}
