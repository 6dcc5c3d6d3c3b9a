import { liveSession } from '../../domain/sessions.queries.ts';
import type { Queries } from '../../platform/database.ts';
import type { UserId } from '../../platform/identifiers.ts';
import { directory, owned } from '../../platform/owned-sql.ts';
import type { SessionKey } from '../../platform/session-tokens.ts';

/** A live session with its user, as the database says now. */
export interface SessionRow {
  email: string;
  email_verified: boolean;
  paid: boolean;
  /** It was last noted as used so long ago that it is time to note it again. */
  stale: boolean;
}

/** The live session of a user and an id: 30 days idle, 90 at most. */
export const findSession = (queries: Queries, { userId, sessionId }: SessionKey) =>
  queries.row<SessionRow>(owned`
    select
      u.email,
      u.email_verified_at is not null as email_verified,
      coalesce(u.paid_until > now(), false) as paid,
      s.last_used_at < now() - interval '5 minutes' as stale
    from sessions s
    join users u
      on u.user_id = s.user_id
    where u.user_id = ${userId}
      and u.deletion_asked_at is null
      and s.session_id = ${sessionId}
      and ${liveSession}`);

export const noteSessionUse = (queries: Queries, sessionId: string) =>
  queries.run(directory`
    update sessions
    set last_used_at = now()
    where session_id = ${sessionId}
      and ended_at is null`);

export const insertSession = (
  queries: Queries,
  session: { sessionId: string; userId: UserId; device: string },
) =>
  queries.run(directory`
    insert into sessions (session_id, user_id, device)
    values (${session.sessionId}, ${session.userId}, ${session.device})`);

/** A device that is signed in. */
export interface DeviceRow {
  session_id: string;
  device: string;
  created_at: Date;
  last_used_at: Date;
  current: boolean;
}

/** The user's live sessions: the one that asks first, then as they were last used. */
export const listDevices = (queries: Queries, { userId, sessionId }: SessionKey, limit: number) =>
  queries.rows<DeviceRow>(directory`
    select
      s.session_id,
      s.device,
      s.created_at,
      s.last_used_at,
      s.session_id = ${sessionId} as current
    from sessions s
    where s.user_id = ${userId}
      and ${liveSession}
    order by
      current desc,
      s.last_used_at desc,
      s.session_id
    limit ${limit}`);

/** Whether a user has had sessions, and none of them on this device. */
export const isNewDevice = async (
  queries: Queries,
  { userId, device }: { userId: UserId; device: string },
): Promise<boolean> =>
  (
    await queries.row<{ is_new: boolean | null }>(directory`
    select not bool_or(device = ${device}) as is_new
    from sessions
    where user_id = ${userId}`)
  )?.is_new ?? false;

/** The address that a user signs in as. */
export const findUsername = (queries: Queries, userId: UserId) =>
  queries.row<{ email: string }>(owned`
    select email
    from users
    where user_id = ${userId}`);

/** The user of a lower-case address. */
export const findAddress = (queries: Queries, address: string) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from user_addresses
    where address = ${address}`);

/** Gives an address back, if it is the user's. */
export const leaveAddress = (
  queries: Queries,
  { address, userId }: { address: string; userId: UserId },
) =>
  queries.run(directory`
    delete from user_addresses
    where address = ${address}
      and user_id = ${userId}`);

export const markVerified = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update users
    set email_verified_at = coalesce(email_verified_at, now())
    where user_id = ${userId}`);

/** Gives the user an address that has just been verified. */
export const setVerifiedEmail = (queries: Queries, userId: UserId, email: string) =>
  queries.run(owned`
    update users
    set
      email = ${email},
      email_verified_at = now()
    where user_id = ${userId}`);
