import { activeSession } from '../../../identity/sessions.queries.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { directory, fragment, owned } from '../../../platform/database/owned-sql.ts';
import { asUserId, type UserId } from '../../../platform/identifiers.ts';
import type { StoredRefreshToken } from '../../../platform/secrets/refresh-tokens.ts';
import type { SessionRef } from '../../../platform/secrets/session-tokens.ts';

/**
 * How long a replaced token still gets an access token: another tab may have sent it at the same moment, before
 * the browser had the new one.
 */
const raceWindow = fragment`interval '10 seconds'`;

/** The session of a presented refresh token. */
export interface RefreshedSession {
  device: string;
  active: boolean;
  /** True if the session was ended because a replaced token was used. */
  reused: boolean;
  /**
   * Which token was presented: the current one; the one before it, which was replaced just now (`raced`) or earlier
   * (`previous`); an older one (`replaced`); or one that was issued after the backup from which this database was
   * restored (`later`).
   */
  token: 'current' | 'raced' | 'previous' | 'replaced' | 'later';
  /** The number of the current token. */
  generation: number;
}

/** Stores the first refresh token of an active session. Returns false if the session already has one. */
export const insertRefreshToken = async (
  queries: Queries,
  { userId, sessionId }: SessionRef,
  { family, generation, secret }: StoredRefreshToken,
): Promise<boolean> =>
  (await queries.run(owned`
    update sessions s
    set
      refresh_family = ${family},
      refresh_generation = ${generation},
      refresh_current = ${secret}
    where s.session_id = ${sessionId}
      and s.user_id = ${userId}
      and s.refresh_family is null
      and ${activeSession}`)) === 1;

/** Makes the user of a session known to `findSessionOwner`. */
export const insertSessionOwner = (queries: Queries, { userId, sessionId }: SessionRef) =>
  queries.run(directory`
    insert into session_directory (session_id, user_id)
    values (${sessionId}, ${userId})`);

/** Finds the user of a session that has a refresh token. */
export const findSessionOwner = async (
  queries: Queries,
  sessionId: string,
): Promise<UserId | undefined> => {
  const row = await queries.row<{ user_id: string }>(directory`
    select user_id
    from session_directory
    where session_id = ${sessionId}`);
  return row === undefined ? undefined : asUserId(row.user_id);
};

/** Finds the session of a presented token, and locks it until the end of the database transaction. */
export const lockRefreshedSession = (
  queries: Queries,
  { userId, sessionId }: SessionRef,
  { family, generation, secret }: StoredRefreshToken,
) =>
  queries.row<RefreshedSession>(owned`
    select
      s.device,
      (${activeSession}) as active,
      s.refresh_reused_at is not null as reused,
      case
        when s.refresh_current = ${secret} then 'current'
        when s.refresh_generation < ${generation} then 'later'
        when s.refresh_previous is distinct from ${secret} then 'replaced'
        when s.refresh_rotated_at > now() - ${raceWindow} then 'raced'
        else 'previous'
      end as token,
      s.refresh_generation as generation
    from sessions s
    where s.user_id = ${userId}
      and s.session_id = ${sessionId}
      and s.refresh_family = ${family}
    for update`);

/** Replaces the presented token, which becomes the previous one. */
export const replaceRefreshToken = (
  queries: Queries,
  { userId, sessionId }: SessionRef,
  { presented, next }: { presented: StoredRefreshToken; next: StoredRefreshToken },
) =>
  queries.run(owned`
    update sessions
    set
      refresh_generation = ${next.generation},
      refresh_current = ${next.secret},
      refresh_previous = ${presented.secret},
      refresh_rotated_at = now(),
      last_used_at = now()
    where user_id = ${userId}
      and session_id = ${sessionId}`);

/** Records that a session ended because a replaced token was used. */
export const markRefreshTokenReused = (queries: Queries, { userId, sessionId }: SessionRef) =>
  queries.run(owned`
    update sessions
    set refresh_reused_at = now()
    where user_id = ${userId}
      and session_id = ${sessionId}`);
