import type { Queries } from '../platform/database/database.ts';
import { owned } from '../platform/database/owned-sql.ts';
import type { UserId } from '../platform/identifiers.ts';

/** A device of a user, with the hash of the secret in its cookie (SHA-256). */
export interface DeviceKey {
  userId: UserId;
  deviceId: string;
  secretHash: Buffer;
}

/** True if the user has signed in on the device. */
export const isKnownDevice = async (
  queries: Queries,
  { userId, deviceId, secretHash }: DeviceKey,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from known_devices
    where user_id = ${userId}
      and device_id = ${deviceId}
      and secret_hash = ${secretHash}`)) !== undefined;

/**
 * True if the user has never signed in. Sessions are deleted after a year without use, so a user without any who signed
 * up more than a year ago has signed in before.
 */
export const isFirstSignIn = async (queries: Queries, userId: UserId): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from users u
    where u.user_id = ${userId}
      and u.created_at > now() - interval '12 months'
      and not exists (
        select 1
        from sessions s
        where s.user_id = ${userId}
      )`)) !== undefined;

/** True if the user got an email in the last day about a client with this label that is not a browser. */
export const isClientAnnounced = async (
  queries: Queries,
  userId: UserId,
  label: string,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from known_devices
    where user_id = ${userId}
      and announced
      and not browser
      and label = ${label}
      and first_used_at > now() - interval '1 day'`)) !== undefined;

/** A device that a user has signed in on. */
export interface UsedDevice extends DeviceKey {
  label: string;
  isBrowser: boolean;
  /** True if the user got an email about the device, or if it is their first one. */
  isAnnounced: boolean;
}

/** Stores that the user signed in on a device. Returns false if a known device has the same id and another secret. */
export const rememberDevice = async (
  queries: Queries,
  { userId, deviceId, secretHash, label, isBrowser, isAnnounced }: UsedDevice,
): Promise<boolean> =>
  (await queries.run(owned`
    insert into known_devices as known (
      user_id, device_id, secret_hash, label, browser, announced, last_used_at
    )
    values (
      ${userId}, ${deviceId}, ${secretHash}, ${label}, ${isBrowser}, ${isAnnounced}, now()
    )
    on conflict (user_id, device_id) do update
    set
      label = excluded.label,
      last_used_at = excluded.last_used_at
    where known.secret_hash = excluded.secret_hash`)) === 1;

/**
 * Forgets a user's devices, so that each is new at its next sign-in. Keeps the device of a session, if one is given.
 */
export const forgetDevices = (
  queries: Queries,
  userId: UserId,
  keepSessionId: string | null = null,
) =>
  queries.run(owned`
    delete from known_devices
    where user_id = ${userId}
      and device_id not in (
        select device_id
        from sessions
        where session_id = ${keepSessionId}
          and user_id = ${userId}
          and device_id is not null
      )`);

/** Forgets the device of a session, unless it is also the device of the session `keepSessionId`. */
export const forgetDeviceOfSession = (
  queries: Queries,
  userId: UserId,
  { sessionId, keepSessionId }: { sessionId: string; keepSessionId: string },
) =>
  queries.run(owned`
    delete from known_devices
    where user_id = ${userId}
      and device_id in (
        select device_id
        from sessions
        where session_id = ${sessionId}
          and user_id = ${userId}
      )
      and device_id not in (
        select device_id
        from sessions
        where session_id = ${keepSessionId}
          and user_id = ${userId}
          and device_id is not null
      )`);

/** True if the user currently trusts the device. */
export const isTrusted = async (
  queries: Queries,
  { userId, deviceId, secretHash }: DeviceKey,
): Promise<boolean> =>
  (await queries.row(owned`
    select 1
    from known_devices
    where user_id = ${userId}
      and device_id = ${deviceId}
      and secret_hash = ${secretHash}
      and trusted_until > now()`)) !== undefined;

/** Trusts a known device for 30 days. */
export const trustDevice = (queries: Queries, userId: UserId, deviceId: string) =>
  queries.run(owned`
    update known_devices
    set trusted_until = now() + interval '30 days'
    where user_id = ${userId}
      and device_id = ${deviceId}`);

/** Ends the trust in all of the user's devices. */
export const endAllTrust = (queries: Queries, userId: UserId) =>
  queries.run(owned`
    update known_devices
    set trusted_until = null
    where user_id = ${userId}
      and trusted_until is not null`);

/** Ends the trust in the device of a user's session. Returns its label, or undefined if it is not trusted. */
export const endTrustOfSession = async (
  queries: Queries,
  userId: UserId,
  sessionId: string,
): Promise<string | undefined> =>
  (
    await queries.row<{ label: string }>(owned`
      update known_devices
      set trusted_until = null
      where user_id = ${userId}
        and trusted_until > now()
        and device_id in (
          select device_id
          from sessions
          where session_id = ${sessionId}
            and user_id = ${userId}
        )
      returning label`)
  )?.label;
