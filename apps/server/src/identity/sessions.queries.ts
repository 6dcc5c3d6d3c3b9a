import type { Queries } from '../platform/database/database.ts';
import { fragment, owned, transactionTime } from '../platform/database/owned-sql.ts';
import { publishUserEvent } from '../platform/events/user-events.ts';
import type { UserId } from '../platform/identifiers.ts';
import type { SessionRef } from '../platform/secrets/session-tokens.ts';

/** SQL condition: a session `s` is active. It has not ended, was last used less than 30 days ago, and was created less than 90 days ago. */
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
  const rows = await queries.rows<{ session_id: string }>(owned`
    select s.session_id
    from sessions s
    where s.session_id = any(${sessionIds}::uuid[])
      and s.user_id = ${userId}
      and ${activeSession}`);
  return new Set(rows.map(({ session_id }) => session_id));
}

/** Revokes a user's sessions except `keepSessionId`, and signs out their open pages. Returns how many were revoked. */
export async function revokeSessions(
  queries: Queries,
  userId: UserId,
  keepSessionId: string | null = null,
): Promise<number> {
  const revoked = await queries.run(owned`
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
  const revoked = await queries.row<{ device: string }>(owned`
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
  }>(owned`
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
  queries.run(owned`
    update sessions
    set
      factor_at = now(),
      second_factor_at = case when ${isSecondFactor}::boolean then ${transactionTime} else second_factor_at end
    where session_id = ${sessionId}
      and user_id = ${userId}
      and ended_at is null`);
