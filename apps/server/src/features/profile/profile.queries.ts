import { activityRetention } from '../../identity/activity.queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

/** One entry of the activity log. */
export interface ActivityRow {
  id: string;
  at: Date;
  event: string;
  detail: string;
  /** The IP address of the request, or its network. */
  ip: string | null;
}

/** Lists the newest entries, or those before the id `before` if it isn't null. Ids increase over time. */
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
      detail,
      ip
    from activity
    where user_id = ${userId}
      and id < coalesce(${page.before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      and at > now() - ${activityRetention}
    order by id desc
    limit ${page.limit}`);
