import type { Transaction } from '../platform/database/database.ts';
import { newId, type UserId } from '../platform/identifiers.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import type { Sealer } from '../platform/secrets/sealed-secrets.ts';
import { insertOutgoingMail } from './outgoing-mail.queries.ts';

/** The emails that Cairn sends, each with the values that its template needs. */
export type Mail =
  | { kind: 'verify_email'; code: string }
  | { kind: 'confirm_new_email'; code: string }
  | { kind: 'reset_password'; code: string }
  /** A sign-in from a new device. `at`: an instant, ISO 8601. */
  | { kind: 'new_device'; device: string; at: string }
  /** A replaced refresh token was used, which ended the session of `device`. */
  | { kind: 'session_copied'; device: string; at: string }
  | { kind: 'password_changed'; at: string }
  /** `address`: the user's address at the provider, or '' if the provider doesn't share it. */
  | { kind: 'sign_in_method_linked'; provider: string; address: string; at: string }
  | {
      kind: 'sign_in_method_unlinked';
      provider: string;
      address: string;
      /** What unlinked it: the user, a password reset by email, or the user at the provider. */
      reason: 'user' | 'password_reset' | 'provider';
      at: string;
    }
  /** `name`: the user's name for the passkey. */
  | { kind: 'passkey_added'; name: string; at: string }
  | {
      kind: 'passkeys_removed';
      names: string[];
      /** What removed them: the user, or a password reset by email. */
      reason: 'user' | 'password_reset';
      at: string;
    }
  /** `factor`: as users read it, for example 'Authenticator app'. */
  | { kind: 'second_factor_added'; factor: string; at: string }
  | { kind: 'second_factor_removed'; factor: string; at: string }
  /** `left`: how many recovery codes are unused. */
  | { kind: 'recovery_code_used'; left: number; at: string }
  | { kind: 'recovery_codes_replaced'; at: string }
  /** `at`: when the second factors can be removed. `code`: cancels the factor reset. */
  | { kind: 'factor_reset_requested'; code: string; at: string }
  | { kind: 'factor_reset_halfway'; code: string; at: string }
  /** `at`: until when the second factors can be removed. */
  | { kind: 'factor_reset_ready'; code: string; at: string }
  | { kind: 'factor_reset_completed'; at: string }
  /** The user ended their only sign-in method at its provider. The account is kept. */
  | { kind: 'only_sign_in_method_ended'; provider: string; at: string }
  /** Sent to the previous address. */
  | { kind: 'email_changed'; newEmail: string; at: string }
  /** Sent to a user whose address another user tried to use. */
  | { kind: 'address_in_use'; at: string }
  /** A renewal payment failed. `until`: the end of the grace period. */
  | { kind: 'payment_failed'; until: string }
  /** The delayed payment of a checkout failed, so nothing was bought. */
  | { kind: 'checkout_failed' }
  /** The user canceled the renewal. `until`: when the subscription ends. */
  | { kind: 'subscription_ending'; until: string }
  /** `banksUnlinked`: when the banks will be unlinked. Null if there are none. */
  | { kind: 'subscription_ended'; banksUnlinked: string | null }
  /** `until`: when the banks will be unlinked. */
  | { kind: 'banks_unlinked_soon'; until: string; institutions: string[] }
  | { kind: 'banks_unlinked' }
  /** The user must sign in at a bank. `id`: Cairn's item id. `ends`: when consent ends, or null if unknown. */
  | {
      kind: 'bank_needs_user';
      why: 'login_required' | 'consent_expiring';
      institution: string;
      id: string;
      ends: string | null;
    }
  /** The user withdrew Cairn's access at the bank. */
  | { kind: 'bank_withdrawn'; institution: string };

/** The content of a mail, stored sealed until it is sent. */
export interface MailContent {
  to: string;
  mail: Mail;
}

/** The sealing context that binds a mail to its row. */
export const mailContext = (userId: UserId, mailId: string) => `mail ${userId} ${mailId}`;

/**
 * Enqueues a mail in the caller's database transaction, so it is sent if and only if the transaction commits. A job
 * sends it and retries while the mail server is unavailable. A caller that may run twice passes its own `mailId` and
 * checks `isMailEnqueued` first.
 */
export async function enqueueMail(
  { queue, sealer }: { queue: Queue; sealer: Sealer },
  transaction: Transaction,
  {
    userId,
    to,
    mail,
    mailId = newId(),
  }: { userId: UserId; to: string; mail: Mail; mailId?: string },
): Promise<void> {
  const content: MailContent = { to, mail };
  await insertOutgoingMail(transaction, {
    userId,
    mailId,
    kind: mail.kind,
    sealedContent: sealer.seal(JSON.stringify(content), mailContext(userId, mailId)),
  });
  await queue.enqueue('send-mail', { userId, mailId }, { key: mailId, transaction });
}
