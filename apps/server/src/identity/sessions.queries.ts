import type { Queries } from '../platform/database/database.ts';
import { directory, fragment } from '../platform/database/owned-sql.ts';
import { publishUserEvent } from '../platform/events/user-events.ts';
import { asUserId, type UserId } from '../platform/identifiers.ts';
import type { SessionRef } from '../platform/secrets/session-tokens.ts';

/** SQL condition: a session `s` is active. It is not revoked, used within 30 days, and created within 90 days. */
export const activeSession = fragment`
  s.ended_at is null
  and s.last_used_at > now() - interval '30 days'
  and s.created_at > now() - interval '90 days'`;

/** Those of a user's sessions that are active. */
export async function listActiveSessions(
  queries: Queries,
  userId: UserId,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries.rows<{ session_id: string }>(directory`
    select s.session_id
    from sessions s
    where s.session_id = any(${sessionIds}::uuid[])
      and s.user_id = ${userId}
      and ${activeSession}`);
  return new Set(rows.map(({ session_id }) => session_id));
}

/** Lists users with active sessions by id. `after`: the last one before them. */
export async function listUsersWithSessions(
  queries: Queries,
  { after, limit }: { after: UserId | null; limit: number },
): Promise<UserId[]> {
  const rows = await queries.rows<{ user_id: string }>(directory`
    select distinct s.user_id
    from sessions s
    where (${after}::uuid is null or s.user_id > ${after})
      and ${activeSession}
    order by s.user_id
    limit ${limit}`);
  return rows.map(({ user_id }) => asUserId(user_id));
}

/** Revokes a user's sessions except `keep`, and signs out their open pages. Returns the number of revoked sessions. */
export async function revokeSessions(
  queries: Queries,
  userId: UserId,
  keep: string | null = null,
): Promise<number> {
  const revoked = await queries.run(directory`
    update sessions s
    set ended_at = now()
    where s.user_id = ${userId}
      and (${keep}::uuid is null or s.session_id <> ${keep})
      and ${activeSession}`);
  if (revoked > 0) await publishUserEvent(queries, userId, 'session');
  return revoked;
}

/**
 * Revokes one of a user's active sessions and signs out its open pages. Returns its device, or undefined if there is
 * no such session.
 */
export async function revokeSession(
  queries: Queries,
  { userId, sessionId }: SessionRef,
): Promise<string | undefined> {
  const revoked = await queries.row<{ device: string }>(directory`
    update sessions s
    set ended_at = now()
    where s.session_id = ${sessionId}
      and s.user_id = ${userId}
      and ${activeSession}
    returning s.device`);
  if (revoked !== undefined) await publishUserEvent(queries, userId, 'session');
  return revoked?.device;
}

/** Which factors were verified in a session within the last ten minutes. Undefined if the session has ended. */
export const findRecentFactors = (queries: Queries, { userId, sessionId }: SessionRef) =>
  queries.row<{
    /** Any factor, such as the password, at the sign-in or later. */
    any: boolean;
    /** A second factor. */
    second: boolean;
  }>(directory`
    select
      greatest(created_at, factor_at) > now() - interval '10 minutes' as any,
      coalesce(second_factor_at > now() - interval '10 minutes', false) as second
    from sessions
    where session_id = ${sessionId}
      and user_id = ${userId}
      and ended_at is null`);

/** Records that a factor has just been verified in a session. `second`: it was a second factor. */
export const recordFactor = (
  queries: Queries,
  { userId, sessionId }: SessionRef,
  { second }: { second: boolean },
) =>
  queries.run(directory`
    update sessions
    set
      factor_at = now(),
      second_factor_at = case when ${second}::boolean then now() else second_factor_at end
    where session_id = ${sessionId}
      and user_id = ${userId}
      and ended_at is null`);
