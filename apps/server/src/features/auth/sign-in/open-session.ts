import type { SecondFactor } from '@cairn/contract/rules/second-factors';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { findIdentity, type IdentityKey } from '../../../identity/identities.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { requestIp } from '../../../platform/http/request-ip.ts';
import { newId, type UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import { type SessionRef, tokenLifetimes } from '../../../platform/secrets/session-tokens.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { findSession, insertSession } from '../auth.queries.ts';
import { cancelFactorReset } from '../factor-reset/cancel-factor-reset.ts';
import { requireSecondFactor } from '../factors/second-factor-challenge.ts';
import { isTrustedDevice, startDeviceTrust } from '../factors/trusted-devices.ts';
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
  /** The second factor that was verified too. If none was, a user who has enrolled a second factor gets a challenge. */
  secondFactor?: SecondFactor;
  /** True if the user chose to trust the device, so that its sign-ins need no second factor for 30 days. */
  trustDevice?: boolean | undefined;
  /** The detail of the activity entry. Default: the device's label. */
  detail?: string;
}

/**
 * Opens a session for an authenticated user and returns its first token. Sends an email if the device is new to the
 * user. The caller then sets the device cookie. Throws `second_factor_required` if the user has enrolled a second
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
    // The lock serializes a user's sign-ins, so that two concurrent ones on a new device send one email. It also makes
    // a sign-in with the old password, an unlinked identity, or a removed passkey wait for a concurrent password
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
      await startDeviceTrust(transaction, { userId, deviceId, label: device.label });
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
  services.log.info({ event: 'signed_in', user_id: userId, ip: requestIp() });
  return issueToken(services, { userId, sessionId });
}

/** The failure for both an unknown user and a wrong password, so that it doesn't reveal who has an account. */
export const invalidCredentials = (): Failure =>
  new Failure('invalid_credentials', authCopy.invalidCredentials);

/**
 * Issues a token for an active session, with current claims. If the session has a refresh token, a caller that presents
 * an access token (`tokenExpiresAt`) gets a new token with the same expiry.
 */
export async function issueToken(
  { database, tokens, clock }: Services,
  { userId, sessionId, tokenExpiresAt }: SessionRef & { tokenExpiresAt?: number },
) {
  const session = await findSession(database, { userId, sessionId });
  if (session === undefined) throw new Failure('unauthenticated');
  const remaining =
    tokenExpiresAt === undefined
      ? tokenLifetimes.web
      : tokenExpiresAt - Math.floor(clock.now().getTime() / 1000);
  const expires_in = session.has_refresh_token ? remaining : tokenLifetimes.api;
  const access_token = await tokens.sign(
    {
      userId,
      sessionId,
      username: session.email,
      subscription: session.paid ? 'paid' : 'free',
      emailVerified: session.email_verified,
    },
    expires_in,
  );
  return { access_token, token_type: 'bearer' as const, expires_in };
}
