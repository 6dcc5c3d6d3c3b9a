import { announce } from '../platform/announcements.ts';
import type { Queries } from '../platform/database.ts';
import type { UserId } from '../platform/identifiers.ts';
import { directory, fragment } from '../platform/owned-sql.ts';
import type { SessionKey } from '../platform/session-tokens.ts';

/** What makes a session `s` live: not ended, used within 30 days, begun within 90. */
export const liveSession = fragment`
  s.ended_at is null
  and s.last_used_at > now() - interval '30 days'
  and s.created_at > now() - interval '90 days'`;

/** Whether a session is live now. */
export const isLiveSession = async (
  queries: Queries,
  { userId, sessionId }: SessionKey,
): Promise<boolean> =>
  (await queries.row(directory`
    select 1
    from sessions s
    where s.session_id = ${sessionId}
      and s.user_id = ${userId}
      and ${liveSession}`)) !== undefined;

/** Ends a user's sessions, but for the one to keep, and their open pages. Answers how many. */
export async function endSessions(
  queries: Queries,
  userId: UserId,
  keep: string | null = null,
): Promise<number> {
  const ended = await queries.run(directory`
    update sessions s
    set ended_at = now()
    where s.user_id = ${userId}
      and (${keep}::uuid is null or s.session_id <> ${keep})
      and ${liveSession}`);
  if (ended > 0) await announce(queries, userId, 'session');
  return ended;
}

/** Ends one of a user's live sessions, and its open pages. Answers its device; undefined: there is none. */
export async function endSession(
  queries: Queries,
  { userId, sessionId }: SessionKey,
): Promise<string | undefined> {
  const ended = await queries.row<{ device: string }>(directory`
    update sessions s
    set ended_at = now()
    where s.session_id = ${sessionId}
      and s.user_id = ${userId}
      and ${liveSession}
    returning s.device`);
  if (ended !== undefined) await announce(queries, userId, 'session');
  return ended?.device;
}

/** Whether a session began within the last ten minutes: who is there has just shown who they are. */
export const isFreshSession = async (queries: Queries, sessionId: string): Promise<boolean> =>
  (await queries.row(directory`
    select 1
    from sessions
    where session_id = ${sessionId}
      and ended_at is null
      and created_at > now() - interval '10 minutes'`)) !== undefined;
