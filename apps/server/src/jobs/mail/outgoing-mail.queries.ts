import type { Queries } from '../../platform/database/database.ts';
import { owned, transactionTime } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

interface MailKey {
  userId: UserId;
  mailId: string;
}

export interface OutgoingMailRow {
  /** Null once the mail is sent or abandoned. */
  sealed_content: string | null;
  created_at: Date;
  /**
   * Whether a worker has handed the mail over to the mail server. `in_progress`: the worker may still be waiting for
   * the server's response, which comes within ten seconds or not at all. `unconfirmed`: the worker died before it could
   * record the response.
   */
  handed_over: 'no' | 'in_progress' | 'unconfirmed';
}

export const findMail = (queries: Queries, { userId, mailId }: MailKey) =>
  queries.row<OutgoingMailRow>(owned`
    select
      sealed_content,
      created_at,
      case
        when handed_over_at is null then 'no'
        when handed_over_at > now() - interval '20 seconds' then 'in_progress'
        else 'unconfirmed'
      end as handed_over
    from outgoing_mail
    where user_id = ${userId}
      and mail_id = ${mailId}`);

/** Claims a mail before it is handed over. True for only one of several workers. */
export const claimMail = async (queries: Queries, { userId, mailId }: MailKey): Promise<boolean> =>
  (await queries.run(owned`
    update outgoing_mail
    set handed_over_at = now()
    where user_id = ${userId}
      and mail_id = ${mailId}
      and handed_over_at is null
      and sealed_content is not null`)) === 1;

/** Releases a claim after the mail server definitely rejected the mail. */
export const releaseMail = (queries: Queries, { userId, mailId }: MailKey) =>
  queries.run(owned`
    update outgoing_mail
    set handed_over_at = null
    where user_id = ${userId}
      and mail_id = ${mailId}
      and sealed_content is not null`);

/** Marks a mail as sent (`failure` is null) or abandoned, and deletes its content. */
export const closeMail = (
  queries: Queries,
  { userId, mailId, failure }: MailKey & { failure: string | null },
) =>
  queries.run(owned`
    update outgoing_mail
    set
      sealed_content = null,
      sent_at = case when ${failure}::text is null then ${transactionTime} end,
      failure = ${failure}
    where user_id = ${userId}
      and mail_id = ${mailId}`);

export const deleteMail = (queries: Queries, { userId, mailId }: MailKey) =>
  queries.run(owned`
    delete from outgoing_mail
    where user_id = ${userId}
      and mail_id = ${mailId}`);
