import { isEmail } from '@cairn/contract/rules/credential-rules';
import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { sealAppleToken } from '../../../identity/apple-tokens.ts';
import { findIdentity } from '../../../identity/identities.queries.ts';
import { insertUser, reserveAddress } from '../../../identity/new-user.queries.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { requestIp } from '../../../platform/http/request-ip.ts';
import { asUserId, newUserId, type UserId } from '../../../platform/identifiers.ts';
import { Failure, unprocessable } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { findUserByAddress } from '../auth.queries.ts';
import {
  insertUserIdentity,
  replaceRefreshToken,
  reserveIdentity,
} from '../methods/identities.queries.ts';
import { openSession } from './open-session.ts';
import type { SignInDevice } from './sign-in-device.ts';
import { providerTitle, type VerifiedIdentity } from './verify-identity.ts';

/**
 * Signs in with an identity that a provider vouches for: as the user it is linked to, otherwise as a new
 * user. Throws 409 if another account has the identity's email address: a matching address is not enough to link them.
 */
export async function signInWithIdentity(
  services: Services,
  verified: VerifiedIdentity,
  device: SignInDevice,
) {
  const linked = await findIdentity(services.database, verified.identity);
  const userId =
    linked === undefined ? await signUp(services, verified, device) : asUserId(linked.user_id);
  await saveRefreshToken(services, userId, verified);
  const detail = formatMessage(authCopy.activity.signedIn, {
    device: device.label,
    provider: providerTitle(services, verified.provider),
  });
  const verifiedIdentity = verified.identity;
  return {
    userId,
    token: await openSession(services, { userId, device, verifiedIdentity, detail }),
  };
}

/** Creates a user without a password. Of several concurrent requests, one creates the user and the others find them. */
async function signUp(
  services: Services,
  verified: VerifiedIdentity,
  device: SignInDevice,
): Promise<UserId> {
  const { database, log } = services;
  const { email } = verified.identity;
  if (email === null || !isEmail(email))
    throw unprocessable(
      formatMessage(authCopy.providerSharedNoEmail, {
        provider: providerTitle(services, verified.provider),
      }),
    );
  const userId = newUserId();
  try {
    await database.transaction((transaction) =>
      insertUserWithIdentity(services, transaction, { userId, verified, email }),
    );
  } catch (error) {
    if (error instanceof AddressTaken)
      throw await addressConflict(services, verified, email, device.label);
    if (error instanceof IdentityTaken) return asUserId(error.userId);
    throw error;
  }
  log.info({ event: 'signed_up', user_id: userId });
  return userId;
}

/** Throws, and so rolls back, if the identity or the address has been taken in the meantime. */
async function insertUserWithIdentity(
  services: Services,
  transaction: Transaction,
  { userId, verified, email }: { userId: UserId; verified: VerifiedIdentity; email: string },
): Promise<void> {
  const { provider, identity } = verified;
  if (!(await reserveIdentity(transaction, { ...identity, userId }))) {
    // Another request has taken it, usually by the same person from another tab.
    const linked = await findIdentity(transaction, identity);
    throw linked === undefined ? new Failure('conflict') : new IdentityTaken(linked.user_id);
  }
  if (!(await reserveAddress(transaction, { address: email.toLowerCase(), userId })))
    throw new AddressTaken();
  await insertUser(transaction, { userId, email, emailVerified: true, passwordHash: null });
  await insertUserIdentity(transaction, {
    ...identity,
    userId,
    provider,
    email,
    sealedRefreshToken: null,
  });
  const detail = formatMessage(authCopy.activity.signedUp, {
    provider: providerTitle(services, provider),
  });
  await recordActivity(transaction, { userId, event: 'signed_up', detail });
}

class AddressTaken extends Error {}

class IdentityTaken extends Error {
  readonly userId: string;

  constructor(userId: string) {
    super();
    this.userId = userId;
  }
}

/**
 * Records the attempt in the activity of the address's owner. Returns the 409, which explains how to link the provider.
 */
async function addressConflict(
  services: Services,
  { provider }: VerifiedIdentity,
  email: string,
  device: string,
): Promise<Failure> {
  const { database, log } = services;
  const title = providerTitle(services, provider);
  const owner = await findUserByAddress(database, email.toLowerCase());
  if (owner !== undefined) {
    const userId = asUserId(owner.user_id);
    await recordActivity(database, {
      userId,
      event: 'sign_in_failed',
      detail: formatMessage(authCopy.activity.signInFailed, { provider: title, device }),
    });
    log.info({ event: 'sign_in_failed', user_id: userId, provider, ip: requestIp() });
  }
  return new Failure(
    'conflict',
    formatMessage(authCopy.emailBelongsToAccount, { email, provider: title }),
  );
}

/** Stores Apple's refresh token. Apple issues a new one at each consent, which can invalidate the earlier ones. */
async function saveRefreshToken(
  { database, sealer }: Services,
  userId: UserId,
  { identity, refreshToken }: VerifiedIdentity,
): Promise<void> {
  if (refreshToken === null) return;
  await replaceRefreshToken(database, {
    ...identity,
    userId,
    sealedRefreshToken: sealAppleToken(sealer, userId, refreshToken),
  });
}
