import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

export const insertOutgoingMail = (
  queries: Queries,
  mail: { userId: UserId; mailId: string; kind: string; sealedContent: string },
) =>
  queries.run(owned`
    insert into outgoing_mail (user_id, mail_id, kind, sealed_content)
    values (${mail.userId}, ${mail.mailId}, ${mail.kind}, ${mail.sealedContent})`);

/** True if a mail has been enqueued, whether or not it has been sent. */
export const isMailEnqueued = async (
  queries: Queries,
  { userId, mailId }: { userId: UserId; mailId: string },
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from outgoing_mail
    where user_id = ${userId}
      and mail_id = ${mailId}`)) !== undefined;
