import {
  isClientAnnounced,
  isFirstSignIn,
  isKnownDevice,
  rememberDevice,
} from '../../../identity/known-devices.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import type { Services } from '../../../services.ts';
import type { SignInDevice } from './sign-in-device.ts';

/**
 * Recognizes the device of a sign-in by its cookie, regardless of its user agent, and remembers the device. Emails the
 * user if the device is new, except at their very first sign-in. Returns the device's id, or null for a forged cookie,
 * which has a known id with another secret. Must be called before the session is stored.
 */
export async function recognizeDevice(
  { clock, queue, sealer }: Pick<Services, 'clock' | 'queue' | 'sealer'>,
  transaction: Transaction,
  { userId, email, device }: { userId: UserId; email: string; device: SignInDevice },
): Promise<string | null> {
  const { label, isBrowser } = device;
  const key = { userId, deviceId: device.id, secretHash: device.secretHash };
  const isKnown = device.hasCookie && (await isKnownDevice(transaction, key));
  const isFirst = !isKnown && (await isFirstSignIn(transaction, userId));
  const isNotified = !isKnown && !isFirst && (await needsEmail(transaction, userId, device));
  if (isNotified)
    await enqueueMail({ queue, sealer }, transaction, {
      userId,
      to: email,
      mail: { kind: 'new_device', device: label, at: clock.now().toISOString() },
    });
  const used = { ...key, label, isBrowser, isAnnounced: isNotified || isFirst };
  return (await rememberDevice(transaction, used)) ? device.id : null;
}

/** True if the user has signed in on the device. Guesses there have their own limit, which strangers can't use up. */
export const isOwnDevice = async (
  { database }: Pick<Services, 'database'>,
  userId: UserId,
  { hasCookie, id: deviceId, secretHash }: SignInDevice,
): Promise<boolean> => hasCookie && isKnownDevice(database, { userId, deviceId, secretHash });

/**
 * True unless a script without cookies signs in, and the user got an email about such a script in the last day.
 * Otherwise they would get an email for each of its sign-ins.
 */
const needsEmail = async (
  transaction: Transaction,
  userId: UserId,
  { hasCookie, isBrowser, label }: SignInDevice,
): Promise<boolean> =>
  hasCookie || isBrowser || !(await isClientAnnounced(transaction, userId, label));
