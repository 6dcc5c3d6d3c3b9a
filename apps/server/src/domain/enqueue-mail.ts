import type { Transaction } from '../platform/database.ts';
import { newId, type UserId } from '../platform/identifiers.ts';
import type { Queue } from '../platform/queue.ts';
import type { Sealer } from '../platform/sealed-secrets.ts';
import { insertOutgoingMail } from './outgoing-mail.queries.ts';

/** The mails that Cairn sends, each with what its text needs. */
export type Mail =
  | { kind: 'verify_email'; code: string }
  | { kind: 'confirm_new_email'; code: string }
  | { kind: 'reset_password'; code: string }
  /** A sign-in from a device that was not seen before. `at`: an instant, ISO 8601. */
  | { kind: 'new_device'; device: string; at: string }
  | { kind: 'password_changed'; at: string }
  /** To the address that was. */
  | { kind: 'email_changed'; newEmail: string; at: string }
  /** To somebody whose address another account would like to have. */
  | { kind: 'address_wanted'; at: string }
  /** A renewal could not be paid. `until`: an instant to which everything stays open. */
  | { kind: 'payment_failed'; until: string }
  /** A payment by a slow method did not come, and nothing was bought. */
  | { kind: 'checkout_failed' }
  /** The owner does not renew it. `until`: when it ends. */
  | { kind: 'subscription_ending'; until: string }
  /** `banksUnlinked`: when the banks are unlinked; null: there are none. */
  | { kind: 'subscription_ended'; banksUnlinked: string | null }
  /** `until`: until when the banks stay linked. */
  | { kind: 'banks_unlinked_soon'; until: string; institutions: string[] }
  | { kind: 'banks_unlinked' }
  /** A bank wants its user. `id`: ours, of the institution. `ends`: an instant; null: not known. */
  | {
      kind: 'bank_needs_you';
      why: 'login_required' | 'consent_expiring';
      institution: string;
      id: string;
      ends: string | null;
    }
  /** Somebody has withdrawn Cairn's access at their bank. */
  | { kind: 'bank_withdrawn'; institution: string };

/** What is kept of a mail until it is sent, sealed. */
export interface MailContent {
  to: string;
  mail: Mail;
}

/** Binds a sealed mail to its row. */
export const mailContext = (userId: UserId, mailId: string) => `mail ${userId} ${mailId}`;

/**
 * Decides on a mail in the transaction that is its reason: it is sent if and only if that commits.
 * A job sends it, and tries again while the mail server is away. A caller that may run twice gives it
 * an id of its own and asks before whether it is decided on already.
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
