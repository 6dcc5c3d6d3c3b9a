import { recordActivity } from '../../domain/activity.queries.ts';
import { enqueueMail } from '../../domain/enqueue-mail.ts';
import { lockCredentials } from '../../domain/password.queries.ts';
import { newId, type UserId } from '../../platform/identifiers.ts';
import { Failure } from '../../platform/problem.ts';
import { type SessionKey, tokenLifetime } from '../../platform/session-tokens.ts';
import type { Services } from '../../services.ts';
import { findSession, insertSession, isNewDevice } from './auth.queries.ts';

/** Who has shown who they are, and where they sit. */
export interface SignIn {
  userId: UserId;
  device: string;
  /** The password hash that was matched: should the password be changed by now, it opens nothing. */
  matched?: string;
  /** What the activity log says of it: the device, unless said. */
  detail?: string;
}

/**
 * Opens a session for somebody who has shown who they are, and answers its first token. On a device
 * that they have not used before, they are told by mail; not of the very first.
 */
export async function openSession(services: Services, { userId, device, matched, detail }: SignIn) {
  const sessionId = newId();
  await services.database.transaction(async (transaction) => {
    // Sign-ins of one user take turns: of two from a new device, one is the first. And one that met the
    // old password waits for a change of it, which ends the sessions that are there.
    const user = await lockCredentials(transaction, userId);
    if (user === undefined) throw new Failure('unauthenticated');
    if (matched !== undefined && user.password_hash !== matched) throw invalidCredentials();
    if (await isNewDevice(transaction, { userId, device }))
      await enqueueMail(services, transaction, {
        userId,
        to: user.email,
        mail: { kind: 'new_device', device, at: services.clock.now().toISOString() },
      });
    await insertSession(transaction, { sessionId, userId, device });
    await recordActivity(transaction, { userId, event: 'signed_in', detail: detail ?? device });
    await services.queue.enqueue('sync-stale', { userId }, { key: userId, transaction });
  });
  services.log.info({ event: 'signed_in', user_id: userId });
  return tokenFor(services, { userId, sessionId });
}

/** What an unknown user and a wrong password are told alike. */
export const invalidCredentials = (): Failure =>
  new Failure('invalid_credentials', 'Invalid username or password');

/** A token for a live session with what is true now in its claims. */
export async function tokenFor({ database, tokens }: Services, key: SessionKey) {
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
