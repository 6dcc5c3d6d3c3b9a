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

/** Returns which of these sessions of a user are active. */
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

/** Lists users with active sessions in order of their ids. `after`: the last user of the previous page, or null. */
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

/** Revokes a user's sessions except `keepSessionId`, and signs out their open pages. Returns how many were revoked. */
export async function revokeSessions(
  queries: Queries,
  userId: UserId,
  keepSessionId: string | null = null,
): Promise<number> {
  const revoked = await queries.run(directory`
    update sessions s
    set ended_at = now()
    where s.user_id = ${userId}
      and (${keepSessionId}::uuid is null or s.session_id <> ${keepSessionId})
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

/** Finds which factors were verified in a session in the last ten minutes. Undefined if the session has ended. */
export const findRecentFactors = (queries: Queries, { userId, sessionId }: SessionRef) =>
  queries.row<{
    /** True if any factor was verified, such as the password, at the sign-in or later. */
    has_factor: boolean;
    /** True if a second factor was verified. */
    has_second_factor: boolean;
  }>(directory`
    select
      greatest(created_at, factor_at) > now() - interval '10 minutes' as has_factor,
      coalesce(second_factor_at > now() - interval '10 minutes', false) as has_second_factor
    from sessions
    where session_id = ${sessionId}
      and user_id = ${userId}
      and ended_at is null`);

/** Records that a factor, possibly a second factor, has just been verified in a session. */
export const recordFactor = (
  queries: Queries,
  { userId, sessionId }: SessionRef,
  { isSecondFactor }: { isSecondFactor: boolean },
) =>
  queries.run(directory`
    update sessions
    set
      factor_at = now(),
      second_factor_at = case when ${isSecondFactor}::boolean then now() else second_factor_at end
    where session_id = ${sessionId}
      and user_id = ${userId}
      and ended_at is null`);
