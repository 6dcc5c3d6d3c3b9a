import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

interface MailKey {
  userId: UserId;
  mailId: string;
}

export interface OutgoingMailRow {
  /** Null once the mail is over. */
  sealed_content: string | null;
  created_at: Date;
  /**
   * Whether it was handed over: by a worker that may still wait for the answer (which comes within ten
   * seconds or not at all), or by one that is gone.
   */
  handed_over: 'no' | 'now' | 'long_ago';
}

export const findMail = (queries: Queries, { userId, mailId }: MailKey) =>
  queries.row<OutgoingMailRow>(owned`
    select
      sealed_content,
      created_at,
      case
        when handed_over_at is null then 'no'
        when handed_over_at > now() - interval '20 seconds' then 'now'
        else 'long_ago'
      end as handed_over
    from outgoing_mail
    where user_id = ${userId}
      and mail_id = ${mailId}`);

/** Claims a mail to hand it over: of two workers one gets it, and nobody gets it twice. */
export const claimMail = async (queries: Queries, { userId, mailId }: MailKey): Promise<boolean> =>
  (await queries.run(owned`
    update outgoing_mail
    set handed_over_at = now()
    where user_id = ${userId}
      and mail_id = ${mailId}
      and handed_over_at is null
      and sealed_content is not null`)) === 1;

/** Takes a claim back: the mail server certainly did not take the mail. */
export const unclaimMail = (queries: Queries, { userId, mailId }: MailKey) =>
  queries.run(owned`
    update outgoing_mail
    set handed_over_at = null
    where user_id = ${userId}
      and mail_id = ${mailId}
      and sealed_content is not null`);

/** The mail is over, sent or given up; what was in it goes. */
export const closeMail = (
  queries: Queries,
  { userId, mailId, failure }: MailKey & { failure: string | null },
) =>
  queries.run(owned`
    update outgoing_mail
    set
      sealed_content = null,
      sent_at = case when ${failure}::text is null then now() end,
      failure = ${failure}
    where user_id = ${userId}
      and mail_id = ${mailId}`);

export const deleteMail = (queries: Queries, { userId, mailId }: MailKey) =>
  queries.run(owned`
    delete from outgoing_mail
    where user_id = ${userId}
      and mail_id = ${mailId}`);
