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
 * True if the user has never signed in. After a year without use, sessions are deleted, so an older user has signed in.
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

/** True if the user got an email within the last day about a client other than a browser with this label. */
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
  browser: boolean;
  announced: boolean;
}

/** Stores that the user signed in on a device. Returns false if its id is known with another secret. */
export const rememberDevice = async (
  queries: Queries,
  { userId, deviceId, secretHash, label, browser, announced }: UsedDevice,
): Promise<boolean> =>
  (await queries.run(owned`
    insert into known_devices as known (
      user_id, device_id, secret_hash, label, browser, announced, last_used_at
    )
    values (
      ${userId}, ${deviceId}, ${secretHash}, ${label}, ${browser}, ${announced}, now()
    )
    on conflict (user_id, device_id) do update
    set
      label = excluded.label,
      last_used_at = excluded.last_used_at
    where known.secret_hash = excluded.secret_hash`)) === 1;

/** Forgets a user's devices, so that the next sign-in on each is one on a new device. Keeps that of the session `keep`. */
export const forgetDevices = (queries: Queries, userId: UserId, keep: string | null = null) =>
  queries.run(owned`
    delete from known_devices
    where user_id = ${userId}
      and device_id not in (
        select device_id
        from sessions
        where session_id = ${keep}
          and user_id = ${userId}
          and device_id is not null
      )`);

/** Forgets the device of a session, unless it is also that of the session `keep`. */
export const forgetDeviceOf = (
  queries: Queries,
  userId: UserId,
  { sessionId, keep }: { sessionId: string; keep: string },
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
        where session_id = ${keep}
          and user_id = ${userId}
          and device_id is not null
      )`);

/** True if the user trusts the device at the moment. */
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
