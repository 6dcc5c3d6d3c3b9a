import type { SecondFactor } from '@cairn/contract/rules/second-factors';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { findIdentity, type IdentityKey } from '../../../identity/identities.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { newId, type UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import { type SessionRef, tokenLifetime } from '../../../platform/secrets/session-tokens.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { findSession, insertSession } from '../auth.queries.ts';
import { cancelFactorReset } from '../factor-reset/cancel-factor-reset.ts';
import { requireSecondFactor } from '../factors/second-factor-challenge.ts';
import { isTrustedDevice, rememberTrust } from '../factors/trusted-devices.ts';
import { hasPasskey } from '../passkeys/passkeys.queries.ts';
import { recognizeDevice } from './recognize-device.ts';
import type { SignInDevice } from './sign-in-device.ts';

/** An authenticated user and the device they sign in on. */
export interface AuthenticatedSignIn {
  userId: UserId;
  device: SignInDevice;
  /** The hash that the password was verified against. If the password has changed since, the sign-in fails. */
  verifiedHash?: string;
  /** The identity that a provider vouched for. If it has been unlinked since, the sign-in fails. */
  verifiedIdentity?: IdentityKey;
  /** The id of the passkey that signed. If it has been removed since, the sign-in fails. */
  verifiedPasskey?: string;
  /** The second factor that was verified too. Without one, a user who has enrolled one gets a challenge instead. */
  secondFactor?: SecondFactor;
  /** True if the device needs no second factor for the next 30 days. */
  trustDevice?: boolean | undefined;
  /** The detail of the activity entry. Default: the device's label. */
  detail?: string;
}

/**
 * Opens a session for an authenticated user and returns its first token. Sends an email if the device is new
 * to the user. The caller then sets the device cookie. Throws `second_factor_required` if the user has enrolled a second
 * factor, none was verified, and the device is not trusted. Cancels a requested factor reset.
 */
export async function openSession(
  services: Services,
  {
    userId,
    device,
    verifiedHash,
    verifiedIdentity,
    verifiedPasskey,
    secondFactor,
    trustDevice,
    detail = device.label,
  }: AuthenticatedSignIn,
) {
  const sessionId = newId();
  await services.database.transaction(async (transaction) => {
    // The lock serializes a user's sign-ins, so that two from a new device send one email. It also makes a
    // sign-in with the old password, an unlinked identity, or a removed passkey wait for a concurrent password
    // change, which ends all sessions.
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) throw new Failure('unauthenticated');
    if (verifiedHash !== undefined && user.password_hash !== verifiedHash)
      throw invalidCredentials();
    if (
      verifiedIdentity !== undefined &&
      (await findIdentity(transaction, verifiedIdentity))?.user_id !== userId
    )
      throw invalidCredentials();
    if (verifiedPasskey !== undefined && !(await hasPasskey(transaction, userId, verifiedPasskey)))
      throw new Failure('invalid_credentials', authCopy.passkey.unknown);
    if (secondFactor === undefined && !(await isTrustedDevice(transaction, { userId, device })))
      await requireSecondFactor(services, transaction, {
        userId,
        device,
        passwordHash: user.password_hash,
        identity: verifiedIdentity ?? null,
        detail,
      });
    await cancelFactorReset(transaction, userId, device.label);
    const deviceId = await recognizeDevice(services, transaction, {
      userId,
      email: user.email,
      device,
    });
    if (secondFactor !== undefined && trustDevice && deviceId !== null)
      await rememberTrust(transaction, { userId, deviceId, label: device.label });
    await insertSession(transaction, {
      sessionId,
      userId,
      device: device.label,
      deviceId,
      hasSecondFactor: secondFactor !== undefined,
    });
    await recordActivity(transaction, { userId, event: 'signed_in', detail });
    await services.queue.enqueue('sync-stale-items', { userId }, { key: userId, transaction });
  });
  services.log.info({ event: 'signed_in', user_id: userId });
  return issueToken(services, { userId, sessionId });
}

/** The failure of an unknown user and of a wrong password: the same, so that it reveals no address. */
export const invalidCredentials = (): Failure =>
  new Failure('invalid_credentials', authCopy.invalidCredentials);

/** Issues a token for a live session, with current claims. */
export async function issueToken({ database, tokens }: Services, key: SessionRef) {
  const session = await findSession(database, key);
  if (session === undefined) throw new Failure('unauthenticated');
  const access_token = await tokens.sign({
    ...key,
    username: session.email,
    subscription: session.paid ? 'paid' : 'free',
    emailVerified: session.email_verified,
  });
  return { access_token, token_type: 'bearer' as const, expires_in: tokenLifetime };
}
