import { activityKept } from '../../domain/activity.queries.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { owned } from '../../platform/owned-sql.ts';

/** Something that happened in the user's account. */
export interface ActivityRow {
  id: string;
  at: Date;
  event: string;
  detail: string;
}

/** The newest entries older than the one named (null: the newest of all). Ids rise with time. */
export const listActivity = (
  queries: Queries,
  userId: UserId,
  page: { before: string | null; limit: number },
) =>
  queries.rows<ActivityRow>(owned`
    select
      id,
      at,
      event,
      detail
    from activity
    where user_id = ${userId}
      and id < coalesce(${page.before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      and at > now() - ${activityKept}
    order by id desc
    limit ${page.limit}`);
