import { activityRetention } from '../../identity/activity.queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { directory, owned } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';

// The retention periods are defined here and documented in docs/retention.md. Each function deletes at most
// `limit` rows and returns how many it deleted.

export const deleteExpiredCodes = (queries: Queries, limit: number) =>
  queries.run(directory`
    delete from one_time_codes
    where code_hash in (
      select code_hash
      from one_time_codes
      where expires_at < now() - interval '1 day'
      order by expires_at
      limit ${limit}
      for update skip locked
    )`);

/** Also deletes deferred events: if their user isn't known after 30 days, it never will be. */
export const deleteOldWebhookEvents = (queries: Queries, limit: number) =>
  queries.run(directory`
    delete from webhook_events
    where (provider, event_id) in (
      select
        provider,
        event_id
      from webhook_events
      where processed_at < now() - interval '30 days'
        and received_at < now() - interval '30 days'
      order by processed_at
      limit ${limit}
      for update skip locked
    )`);

export const deleteExpiredRateLimits = (queries: Queries, limit: number) =>
  queries.run(directory`
    delete from rate_limits
    where key in (
      select key
      from rate_limits
      where expire < extract(epoch from now()) * 1000
      order by expire
      limit ${limit}
      for update skip locked
    )`);

export const deleteOldDeletedPayers = (queries: Queries, limit: number) =>
  queries.run(directory`
    delete from deleted_payers
    where reference_hash in (
      select reference_hash
      from deleted_payers
      where deleted_at < now() - interval '6 months'
      limit ${limit}
      for update skip locked
    )`);

export const deleteOldCspReports = (queries: Queries, limit: number) =>
  queries.run(directory`
    delete from csp_reports
    where (day, directive, blocked, report_only) in (
      select
        day,
        directive,
        blocked,
        report_only
      from csp_reports
      where day < current_date - 30
      limit ${limit}
      for update skip locked
    )`);

/** Deletes sessions without use for a year, and their directory rows. */
export async function deleteOldSessions(
  queries: Queries,
  userId: UserId,
  limit: number,
): Promise<number> {
  const deleted = await queries.rows<{ session_id: string }>(owned`
    delete from sessions
    where user_id = ${userId}
      and session_id in (
        select session_id
        from sessions
        where user_id = ${userId}
          and last_used_at < now() - interval '12 months'
        limit ${limit}
      )
    returning session_id`);
  if (deleted.length > 0)
    await queries.run(directory`
      delete from session_directory
      where session_id = any(${deleted.map(({ session_id }) => session_id)}::uuid[])`);
  return deleted.length;
}

export const deleteOldActivity = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from activity
    where user_id = ${userId}
      and id in (
        select id
        from activity
        where user_id = ${userId}
          and at < now() - ${activityRetention}
        limit ${limit}
      )`);

/** Deletes mails whose job was lost. All others are deleted a day after they were sent or abandoned. */
export const deleteOldMails = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from outgoing_mail
    where user_id = ${userId}
      and mail_id in (
        select mail_id
        from outgoing_mail
        where user_id = ${userId}
          and created_at < now() - interval '30 days'
        limit ${limit}
      )`);

/** Deletes idempotency keys that are older than a day. */
export const deleteOldIdempotencyKeys = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from idempotency_keys
    where user_id = ${userId}
      and key_hash in (
        select key_hash
        from idempotency_keys
        where user_id = ${userId}
          and created_at < now() - interval '24 hours'
        limit ${limit}
      )`);

/** Deletes devices that a user has not signed in on for 12 months. */
export const deleteOldKnownDevices = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from known_devices
    where user_id = ${userId}
      and device_id in (
        select device_id
        from known_devices
        where user_id = ${userId}
          and last_used_at < now() - interval '12 months'
        limit ${limit}
      )`);

/** Deletes removed transactions. After 90 days, the bank does not send them again. */
export const deleteOldRemovedTransactions = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from transactions
    where user_id = ${userId}
      and id in (
        select id
        from transactions
        where user_id = ${userId}
          and removed_at < now() - interval '90 days'
        order by removed_at
        limit ${limit}
      )`);

/** Deletes the staged pages of interrupted syncs, unless a later sync has already deleted them. */
export const deleteAbandonedSyncPages = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from sync_pages
    where user_id = ${userId}
      and (item_id, lease_token, page) in (
        select
          p.item_id,
          p.lease_token,
          p.page
        from sync_pages p
        left join items i
          on i.user_id = p.user_id
          and i.id = p.item_id
          and i.lease_token = p.lease_token
          and i.lease_until > now() - interval '1 hour'
        where p.user_id = ${userId}
          and i.id is null
        limit ${limit}
      )`);

/** Deletes sync runs that no screen shows anymore. */
export const deleteOldSyncRuns = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from sync_runs
    where user_id = ${userId}
      and id in (
        select id
        from sync_runs
        where user_id = ${userId}
          and finished_at < now() - interval '12 months'
        limit ${limit}
      )`);

/** Deletes changes that can't be undone anymore, with their targets. */
export const deleteOldChanges = (queries: Queries, userId: UserId, limit: number) =>
  queries.run(owned`
    delete from changes
    where user_id = ${userId}
      and id in (
        select id
        from changes
        where user_id = ${userId}
          and at < now() - interval '90 days'
        order by at
        limit ${limit}
      )`);
