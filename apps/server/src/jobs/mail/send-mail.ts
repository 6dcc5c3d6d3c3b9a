import { type Mail, type MailContent, mailContext } from '../../domain/enqueue-mail.ts';
import { asUserId, type UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import { codeLifetime } from '../../platform/one-time-codes.ts';
import type { Services } from '../../services.ts';
import {
  claimMail,
  closeMail,
  deleteMail,
  findMail,
  unclaimMail,
} from './outgoing-mail.queries.ts';
import { writeLetter } from './write-letter.ts';

interface MailKey {
  userId: UserId;
  mailId: string;
}

/** Why a mail was given up, as its row keeps it. */
type Failure = 'refused' | 'unknown' | 'too_late';

const day = 24 * 60 * 60;
/** How long a mail that is over is remembered, in seconds: a late worker finds that it was sent. */
const remembered = day;
/** For how many seconds a mail without a code is tried (RFC 5321, 4.5.4.1: four to five days). */
const noticeLifetime = 4 * day;

/**
 * Sends one mail, never twice. It is marked as handed over between the last line of its text and the
 * line that makes it the server's; only when the server certainly did not take it, the mark is removed
 * and it is tried again. A process that is killed before the mark leaves it to the next worker. One that
 * is killed after it leaves a mail of which nobody knows, and which is not sent again.
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
  if (mail.handed_over === 'now') throw new Error('Another worker has the mail in hand');
  const { to, mail: what } = contentOf(services, key, mail.sealed_content);
  if (mail.handed_over === 'long_ago') return close(services, key, what, 'unknown');
  const age = (clock.now().getTime() - mail.created_at.getTime()) / 1000;
  if (age > lifetimeOf(what)) return close(services, key, what, 'too_late');
  await handOver(services, key, to, what);
}

async function handOver(services: Services, key: MailKey, to: string, mail: Mail): Promise<void> {
  const { database, settings, smtp, log } = services;
  const { publicUrl } = settings;
  const messageId = `<${key.mailId}@${new URL(publicUrl).hostname}>`;
  let claimed = false;
  const { outcome, reason } = await smtp.deliver(
    { ...writeLetter(mail, publicUrl), to, messageId },
    async () => {
      claimed = await claimMail(database, key);
      return claimed;
    },
  );
  if (outcome === 'not_taken') {
    if (claimed) await unclaimMail(database, key);
    throw new Error(`The mail server did not take the mail: ${reason}`);
  }
  if (outcome !== 'accepted')
    log.warn({ event: 'mail_not_accepted', mail_id: key.mailId, outcome, reason });
  await close(services, key, mail, outcome === 'accepted' ? null : outcome);
}

/** Notes how a mail ended, and when that is to be forgotten. */
async function close(
  { database, queue, log }: Services,
  key: MailKey,
  { kind }: Mail,
  failure: Failure | null,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await closeMail(transaction, { ...key, failure });
    await queue.enqueue(
      'send-mail',
      { ...key, forget: true },
      { key: key.mailId, after: remembered, transaction },
    );
  });
  const line = { mail_id: key.mailId, user_id: key.userId, kind };
  if (failure === null) log.info({ event: 'mail_sent', ...line });
  else log.warn({ event: 'mail_given_up', ...line, failure });
}

/** Sealed by enqueueMail, so it has the form that enqueueMail gave it. */
const contentOf = ({ sealer }: Services, { userId, mailId }: MailKey, sealed: string) =>
  JSON.parse(sealer.open(sealed, mailContext(userId, mailId))) as MailContent;

/** For how many seconds a mail makes sense: one with a code, as long as its code counts. */
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
