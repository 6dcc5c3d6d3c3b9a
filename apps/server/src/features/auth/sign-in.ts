import { recordActivity } from '../../domain/activity.queries.ts';
import { findPasswordHash, upgradePasswordHash } from '../../domain/password.queries.ts';
import { asUserId, newUserId, type UserId } from '../../platform/identifiers.ts';
import type { Jobs } from '../../platform/job-kinds.ts';
import { hashPassword, isWeakHash, passwordFits } from '../../platform/passwords.ts';
import type { Services } from '../../services.ts';
import { findAddress } from './auth.queries.ts';
import { invalidCredentials, openSession } from './open-session.ts';

interface Credentials {
  username: string;
  password: string;
  device: string;
  ip: string;
}

/** Signs in with an address and password: opens a session and answers its first token. */
export async function signInWithPassword(services: Services, credentials: Credentials) {
  const address = credentials.username.trim().toLowerCase();
  const { userId, hash } = await services.limits.guess(
    [
      ['sign_in_ip', credentials.ip],
      ['sign_in_address', address],
    ],
    () => provePassword(services, address, credentials),
  );
  const matched = isWeakHash(hash) ? await upgrade(services, userId, hash, credentials) : hash;
  return openSession(services, { userId, device: credentials.device, matched });
}

async function provePassword(
  services: Services,
  address: string,
  { password, device }: Credentials,
): Promise<{ userId: UserId; hash: string }> {
  const { database } = services;
  const known = await findAddress(database, address);
  // Unknown user and wrong password are told apart nowhere, neither in words nor in time: nobody's
  // hash is looked for and compared just the same.
  const userId = known === undefined ? newUserId() : asUserId(known.user_id);
  const hash = (await findPasswordHash(database, userId))?.password_hash;
  if ((await passwordFits(password, hash)) && typeof hash === 'string') return { userId, hash };
  await database.transaction((transaction) =>
    services.queue.enqueue('note-refusal', { userId, device }, { transaction }),
  );
  throw invalidCredentials();
}

/**
 * Notes a sign-in that was refused, in the user's activity log. A job does: for a user who is not there
 * it is given the same work, and finds nobody.
 */
export async function noteRefusal(
  { database, log }: Services,
  job: Jobs['note-refusal'],
): Promise<void> {
  const userId = asUserId(job.userId);
  if ((await findPasswordHash(database, userId)) === undefined) return;
  await recordActivity(database, { userId, event: 'sign_in_refused', detail: job.device });
  log.info({ event: 'sign_in_refused', user_id: userId });
}

/** Makes the hash anew at today's cost: only now is the password known. Answers the one in force. */
async function upgrade(
  { database }: Services,
  userId: UserId,
  weak: string,
  { password }: Credentials,
): Promise<string> {
  const strong = await hashPassword(password);
  if ((await upgradePasswordHash(database, userId, { weak, strong })) === 1) return strong;
  // Another sign-in was quicker, or the password was changed.
  const now = (await findPasswordHash(database, userId))?.password_hash;
  if ((await passwordFits(password, now)) && typeof now === 'string') return now;
  throw invalidCredentials();
}

/** What a person recognises a device by: the browser and system its user agent names. */
export function deviceOf(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const browser =
    ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => text.includes(`${name}/`)) ??
    'Unknown browser';
  const system =
    ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'].find((name) =>
      text.includes(name),
    ) ?? 'unknown system';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  return `${names[browser] ?? browser} on ${names[system] ?? system}`;
}
