import type { Queries } from '../../../platform/database/database.ts';
import { directory, owned } from '../../../platform/database/owned-sql.ts';
import type { UserId } from '../../../platform/identifiers.ts';

/** Claims the items that are due to be polled, longest overdue first, and schedules their next poll in a day. */
export const claimDueItems = (queries: Queries, limit: number) =>
  queries.rows<{ user_id: string; item_id: string }>(directory`
    update item_directory
    set next_poll_at = now() + interval '1 day'
    where provider_item_id in (
      select provider_item_id
      from item_directory
      where next_poll_at <= now()
      order by next_poll_at
      limit ${limit}
      for update skip locked
    )
    returning
      user_id,
      item_id`);

/**
 * Marks a user's items (or the given one) as queued if their last sync is more than `hours` ago and none is running.
 * Returns the items to enqueue.
 */
export const queueStaleItems = (
  queries: Queries,
  userId: UserId,
  hours: number,
  itemId: string | null = null,
) =>
  queries.rows<{ id: string }>(owned`
    update items
    set
      sync_state = 'queued',
      sync_added = 0
    where user_id = ${userId}
      and (${itemId}::uuid is null or id = ${itemId})
      and health not in ('removed', 'revoked')
      and (sync_state <> 'running' or lease_until < now())
      and (last_synced_at is null or last_synced_at < now() - make_interval(hours => ${hours}))
    returning id`);
