import { recordActivity } from '../../../identity/activity.queries.ts';
import { findIdentity, type IdentityKey } from '../../../identity/identities.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { newId, type UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import { type SessionRef, tokenLifetimes } from '../../../platform/secrets/session-tokens.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { findSession, insertSession, isNewDevice } from '../auth.queries.ts';

/** An authenticated user and the device they sign in on. */
export interface AuthenticatedSignIn {
  userId: UserId;
  device: string;
  /** The hash that the password was verified against. If the password has changed since, the sign-in fails. */
  verifiedHash?: string;
  /** The identity that a provider vouched for. If it has been unlinked since, the sign-in fails. */
  verifiedIdentity?: IdentityKey;
  /** The detail of the activity entry. Default: the device. */
  detail?: string;
}

/**
 * Opens a session for an authenticated user and returns its first token. Sends an email if the device is new
 * to the user, except for their very first one.
 */
export async function openSession(
  services: Services,
  { userId, device, verifiedHash, verifiedIdentity, detail }: AuthenticatedSignIn,
) {
  const sessionId = newId();
  await services.database.transaction(async (transaction) => {
    // The lock serializes a user's sign-ins, so that two from a new device send one email. It also makes a
    // sign-in with the old password or an unlinked identity wait for a concurrent password change, which ends
    // all sessions.
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) throw new Failure('unauthenticated');
    if (verifiedHash !== undefined && user.password_hash !== verifiedHash)
      throw invalidCredentials();
    if (
      verifiedIdentity !== undefined &&
      (await findIdentity(transaction, verifiedIdentity))?.user_id !== userId
    )
      throw invalidCredentials();
    if (await isNewDevice(transaction, { userId, device }))
      await enqueueMail(services, transaction, {
        userId,
        to: user.email,
        mail: { kind: 'new_device', device, at: services.clock.now().toISOString() },
      });
    await insertSession(transaction, { sessionId, userId, device });
    await recordActivity(transaction, { userId, event: 'signed_in', detail: detail ?? device });
    await services.queue.enqueue('sync-stale-items', { userId }, { key: userId, transaction });
  });
  services.log.info({ event: 'signed_in', user_id: userId });
  return issueToken(services, { userId, sessionId });
}

/** The failure of an unknown user and of a wrong password: the same, so that it reveals no address. */
export const invalidCredentials = (): Failure =>
  new Failure('invalid_credentials', authCopy.invalidCredentials);

/**
 * Issues a token for a live session, with current claims. If the session has a refresh token, a caller that presents
 * an access token (`tokenExpires`) gets one with the same expiry.
 */
export async function issueToken(
  { database, tokens, clock }: Services,
  { userId, sessionId, tokenExpires }: SessionRef & { tokenExpires?: number },
) {
  const session = await findSession(database, { userId, sessionId });
  if (session === undefined) throw new Failure('unauthenticated');
  const remaining =
    tokenExpires === undefined
      ? tokenLifetimes.web
      : tokenExpires - Math.floor(clock.now().getTime() / 1000);
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
