import { type Mail, type MailContent, mailContext } from '../../mail/enqueue-mail.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/jobs/job-kinds.ts';
import { codeLifetime } from '../../platform/secrets/one-time-codes.ts';
import type { Services } from '../../services.ts';
import {
  claimMail,
  closeMail,
  deleteMail,
  findMail,
  releaseMail,
} from './outgoing-mail.queries.ts';

interface MailKey {
  userId: UserId;
  mailId: string;
}

/** Why a mail was abandoned, as stored in its row. */
type MailFailure = 'refused' | 'unknown' | 'too_late';

const day = 24 * 60 * 60;
/** In seconds: how long the row of a closed mail is kept, so that a late worker sees that it was sent. */
const closedMailLifetime = day;
/** In seconds: how long sending a mail without a code is retried (RFC 5321, 4.5.4.1: four to five days). */
const noticeLifetime = 4 * day;

/**
 * Sends one mail at most once. The mail is marked as handed over just before the SMTP line that completes it. The
 * mark is removed, and the job retried, only if the server definitely rejected the mail. If the process dies before
 * the mark, the next worker sends the mail. If it dies after the mark, the outcome is unknown and the mail is
 * abandoned.
 */
export async function sendMail(services: Services, job: Jobs['send-mail']): Promise<void> {
  const { database, clock } = services;
  const key = { userId: asUserId(job.userId), mailId: job.mailId };
  if (job.forget) {
    await deleteMail(database, key);
    return;
  }
  const mail = await findMail(database, key);
  if (mail === undefined || mail.sealed_content === null) return;
  if (mail.handed_over === 'in_progress') throw new Error('Another worker is sending the mail');
  const { to, mail: content } = openContent(services, key, mail.sealed_content);
  if (mail.handed_over === 'unconfirmed') return close(services, key, content, 'unknown');
  const age = (clock.now().getTime() - mail.created_at.getTime()) / 1000;
  if (age > lifetimeOf(content)) return close(services, key, content, 'too_late');
  await handOver(services, key, to, content);
}

async function handOver(services: Services, key: MailKey, to: string, mail: Mail): Promise<void> {
  const { database, settings, smtp, log } = services;
  const { publicUrl } = settings;
  const messageId = `<${key.mailId}@${new URL(publicUrl).hostname}>`;
  let isClaimed = false;
  const { outcome, reason } = await smtp.deliver(
    { ...renderMail(mail, publicUrl), to, messageId },
    async () => {
      isClaimed = await claimMail(database, key);
      return isClaimed;
    },
  );
  if (outcome === 'not_accepted') {
    if (isClaimed) await releaseMail(database, key);
    throw new Error(`The mail server rejected the mail: ${reason}`);
  }
  if (outcome !== 'accepted')
    log.warn({ event: 'mail_not_accepted', mail_id: key.mailId, outcome, reason });
  await close(services, key, mail, outcome === 'accepted' ? null : outcome);
}

/** Closes a mail as sent (`failure` is null) or abandoned, and schedules the deletion of its row. */
async function close(
  { database, queue, log }: Services,
  key: MailKey,
  { kind }: Mail,
  failure: MailFailure | null,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await closeMail(transaction, { ...key, failure });
    await queue.enqueue(
      'send-mail',
      { ...key, forget: true },
      { key: key.mailId, delaySeconds: closedMailLifetime, transaction },
    );
  });
  const fields = { mail_id: key.mailId, user_id: key.userId, kind };
  if (failure === null) log.info({ event: 'mail_sent', ...fields });
  else log.warn({ event: 'mail_abandoned', ...fields, failure });
}

/** Kinds of mail that were renamed. A mail sealed under the old name may still be waiting. */
const renamedKinds: Partial<Record<string, Mail['kind']>> = {
  address_wanted: 'address_in_use',
  bank_needs_you: 'bank_needs_user',
};

function openContent(
  { sealer }: Services,
  { userId, mailId }: MailKey,
  sealed: string,
): MailContent {
  // The cast is safe, because `enqueueMail` sealed the content.
  const { to, mail } = JSON.parse(sealer.open(sealed, mailContext(userId, mailId))) as MailContent;
  return { to, mail: { ...mail, kind: renamedKinds[mail.kind] ?? mail.kind } as Mail };
}

/** Returns for how many seconds sending a mail is retried. With a code, until the code expires. */
function lifetimeOf({ kind }: Mail): number {
  switch (kind) {
    case 'reset_password':
      return codeLifetime('reset_password');
    case 'verify_email':
      return codeLifetime('verify_email');
    case 'confirm_new_email':
      return codeLifetime('change_email');
    default:
      return noticeLifetime;
  }
}
