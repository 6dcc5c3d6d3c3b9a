import { activeSession } from '../../identity/sessions.queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { directory, owned, transactionTime } from '../../platform/database/owned-sql.ts';
import type { UserId } from '../../platform/identifiers.ts';
import type { SessionRef } from '../../platform/secrets/session-tokens.ts';

/** An active session with the current state of its user. */
export interface SessionRow {
  email: string;
  email_verified: boolean;
  paid: boolean;
  /** True if the session has a refresh token, without which it can't be renewed. */
  has_refresh_token: boolean;
  /** True if `last_used_at` is old enough to be updated. */
  stale: boolean;
}

/** Finds a session of a user if it is active: used in the last 30 days and begun in the last 90. */
export const findSession = (queries: Queries, { userId, sessionId }: SessionRef) =>
  queries.row<SessionRow>(owned`
    select
      u.email,
      u.email_verified_at is not null as email_verified,
      coalesce(u.paid_until > now(), false) as paid,
      s.refresh_family is not null as has_refresh_token,
      s.last_used_at < now() - interval '5 minutes' as stale
    from sessions s
    join users u
      on u.user_id = s.user_id
    where u.user_id = ${userId}
      and u.deletion_requested_at is null
      and s.session_id = ${sessionId}
      and ${activeSession}`);

export const touchSession = (queries: Queries, { userId, sessionId }: SessionRef) =>
  queries.run(owned`
    update sessions
    set last_used_at = now()
    where user_id = ${userId}
      and session_id = ${sessionId}
      and ended_at is null`);

export const insertSession = (
  queries: Queries,
  session: {
    sessionId: string;
    userId: UserId;
    device: string;
    deviceId: string | null;
    hasSecondFactor: boolean;
  },
) =>
  queries.run(owned`
    insert into sessions (session_id, user_id, device, device_id, second_factor_at)
    values (
      ${session.sessionId}, ${session.userId}, ${session.device}, ${session.deviceId},
      case when ${session.hasSecondFactor}::boolean then now() end
    )`);

/** A signed-in device. */
export interface DeviceRow {
  session_id: string;
  device: string;
  created_at: Date;
  last_used_at: Date;
  /** True for the session that makes the request. */
  current: boolean;
  /** Until when a sign-in on the device needs no second factor. */
  trusted_until: Date | null;
}

/** Lists the user's active sessions: the current one first, then the others by last use, most recent first. */
export const listDevices = (queries: Queries, { userId, sessionId }: SessionRef, limit: number) =>
  queries.rows<DeviceRow>(owned`
    select
      s.session_id,
      s.device,
      s.created_at,
      s.last_used_at,
      s.session_id = ${sessionId} as current,
      case when k.trusted_until > now() then k.trusted_until end as trusted_until
    from sessions s
    left join known_devices k
      on k.user_id = s.user_id
      and k.device_id = s.device_id
    where s.user_id = ${userId}
      and ${activeSession}
    order by
      current desc,
      s.last_used_at desc,
      s.session_id
    limit ${limit}`);

/** Finds the address that a user signs in with. */
export const findUsername = (queries: Queries, userId: UserId) =>
  queries.row<{ email: string }>(owned`
    select email
    from users
    where user_id = ${userId}`);

/** Finds the user of an address, given in lower case. */
export const findUserByAddress = (queries: Queries, address: string) =>
  queries.row<{ user_id: string }>(directory`
    select user_id
    from user_addresses
    where address = ${address}`);

/** Makes an address available to other users again, if it is this user's. */
export const releaseAddress = (
  queries: Queries,
  { address, userId }: { address: string; userId: UserId },
) =>
  queries.run(directory`
    delete from user_addresses
    where address = ${address}
      and user_id = ${userId}`);

export const markEmailVerified = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update users
    set email_verified_at = coalesce(email_verified_at, ${transactionTime})
    where user_id = ${userId}`);

/** Sets the user's address, which has just been verified. */
export const setVerifiedEmail = (queries: Queries, userId: UserId, email: string) =>
  queries.run(owned`
    update users
    set
      email = ${email},
      email_verified_at = now()
    where user_id = ${userId}`);
