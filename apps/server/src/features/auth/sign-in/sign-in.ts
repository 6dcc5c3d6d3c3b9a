import { recordActivity } from '../../../identity/activity.queries.ts';
import { findPasswordHash, upgradePasswordHash } from '../../../identity/password.queries.ts';
import { requestIp } from '../../../platform/http/request-ip.ts';
import { asUserId, newUserId, type UserId } from '../../../platform/identifiers.ts';
import type { Jobs } from '../../../platform/jobs/job-kinds.ts';
import { hashPassword, needsRehash, verifyPassword } from '../../../platform/secrets/passwords.ts';
import type { Services } from '../../../services.ts';
import { findUserByAddress } from '../auth.queries.ts';
import { invalidCredentials, openSession } from './open-session.ts';
import { isOwnDevice } from './recognize-device.ts';
import type { SignInDevice } from './sign-in-device.ts';

interface Credentials {
  username: string;
  password: string;
  device: SignInDevice;
  ip: string;
}

/** Signs in with an address and a password: opens a session and returns its first token. */
export async function signInWithPassword(services: Services, credentials: Credentials) {
  const { device, ip } = credentials;
  const address = credentials.username.trim().toLowerCase();
  const owner = await findUserByAddress(services.database, address);
  // An unknown user and a wrong password must not differ in response or timing, so for an unknown user, the device
  // and the hash of a random user are looked up and compared.
  const userId = owner === undefined ? newUserId() : asUserId(owner.user_id);
  return services.rateLimiter.limitGuesses(
    (await isOwnDevice(services, userId, device))
      ? [['sign_in_device', `${userId} ${device.id}`]]
      : [
          ['sign_in_ip', ip],
          ['sign_in_address', address],
        ],
    // The session is opened inside `limitGuesses`. Otherwise, many concurrent sign-ins of one user could occupy
    // every database connection while they wait for each other.
    async () => {
      const hash = await checkSignInPassword(services, userId, credentials);
      const verifiedHash = needsRehash(hash)
        ? await upgradeHash(services, userId, hash, credentials)
        : hash;
      return openSession(services, { userId, device, verifiedHash });
    },
  );
}

async function checkSignInPassword(
  services: Services,
  userId: UserId,
  { password, device }: Credentials,
): Promise<string> {
  const { database } = services;
  const hash = (await findPasswordHash(database, userId))?.password_hash;
  if ((await verifyPassword(password, hash)) && typeof hash === 'string') return hash;
  await database.transaction((transaction) =>
    services.queue.enqueue(
      'record-failed-sign-in',
      { userId, device: device.label, ip: requestIp() },
      { transaction },
    ),
  );
  throw invalidCredentials();
}

/**
 * Records a failed sign-in in the user's activity. A job does this, so that a sign-in takes the same time
 * for an unknown user: the job is enqueued for them too, and does nothing.
 */
export async function recordFailedSignIn(
  { database, log }: Services,
  job: Jobs['record-failed-sign-in'],
): Promise<void> {
  const userId = asUserId(job.userId);
  if ((await findPasswordHash(database, userId)) === undefined) return;
  const { device, ip } = job;
  await recordActivity(database, { userId, event: 'sign_in_failed', detail: device, ip });
  log.info({ event: 'sign_in_failed', user_id: userId, ip });
}

/** Rehashes the password at the current cost, which only a sign-in can do. Returns the hash that is now in effect. */
async function upgradeHash(
  { database }: Services,
  userId: UserId,
  weak: string,
  { password }: Credentials,
): Promise<string> {
  const strong = await hashPassword(password);
  if ((await upgradePasswordHash(database, userId, { weak, strong })) === 1) return strong;
  // Another sign-in upgraded the hash first, or the password was changed.
  const current = (await findPasswordHash(database, userId))?.password_hash;
  if ((await verifyPassword(password, current)) && typeof current === 'string') return current;
  throw invalidCredentials();
}
