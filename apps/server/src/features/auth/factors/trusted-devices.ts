import { recordActivity } from '../../../identity/activity.queries.ts';
import {
  endTrustOfSession,
  isTrusted,
  trustDevice,
} from '../../../identity/known-devices.queries.ts';
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts';
import { isUuid, type UserId } from '../../../platform/identifiers.ts';
import { notFound } from '../../../platform/problem.ts';
import type { SignInDevice } from '../sign-in/sign-in-device.ts';

/** True if a user trusts a device, so that a sign-in there needs no second factor. The cookie identifies the device. */
export const isTrustedDevice = (
  queries: Queries,
  { userId, device }: { userId: UserId; device: SignInDevice },
): Promise<boolean> =>
  device.hasCookie
    ? isTrusted(queries, { userId, deviceId: device.id, secretHash: device.secretHash })
    : Promise.resolve(false);

/** Trusts a device for 30 days from now, and records it in the user's activity. */
export async function startDeviceTrust(
  transaction: Transaction,
  { userId, deviceId, label }: { userId: UserId; deviceId: string; label: string },
): Promise<void> {
  await trustDevice(transaction, userId, deviceId);
  await recordActivity(transaction, { userId, event: 'device_trusted', detail: label });
}

/** Ends the trust in the device of a user's session. Throws 404 if it is not trusted. */
export async function endDeviceTrust(
  database: Database,
  userId: UserId,
  sessionId: string,
): Promise<void> {
  if (!isUuid(sessionId)) throw notFound('trusted device');
  await database.transaction(async (transaction) => {
    const label = await endTrustOfSession(transaction, userId, sessionId);
    if (label === undefined) throw notFound('trusted device');
    await recordActivity(transaction, { userId, event: 'device_untrusted', detail: label });
  });
}
