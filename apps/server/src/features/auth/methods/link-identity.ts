import { formatMessage } from '@cairn/contract/text/copy';
import { recordActivity } from '../../../identity/activity.queries.ts';
import { sealAppleToken } from '../../../identity/apple-tokens.ts';
import { findIdentity } from '../../../identity/identities.queries.ts';
import { lockCredentials } from '../../../identity/password.queries.ts';
import { listActiveSessions } from '../../../identity/sessions.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { UserId } from '../../../platform/identifiers.ts';
import { Failure } from '../../../platform/problem.ts';
import type { SessionRef } from '../../../platform/secrets/session-tokens.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { providerTitle, type VerifiedIdentity } from '../sign-in/verify-identity.ts';
import { insertUserIdentity, replaceRefreshToken, reserveIdentity } from './identities.queries.ts';

/**
 * Links a verified identity to a session's user as a sign-in method, and emails the user. Linking the same identity
 * again only replaces its refresh token. Throws 409 if the identity belongs to another user, or if the user has another
 * identity of this provider, and 401 if the session has ended.
 */
export async function linkIdentity(
  services: Services,
  session: SessionRef,
  verified: VerifiedIdentity,
): Promise<void> {
  const { database, sealer, clock, log } = services;
  const { userId } = session;
  const { provider, identity, refreshToken } = verified;
  const title = providerTitle(services, provider);
  const sealedRefreshToken =
    refreshToken === null ? null : sealAppleToken(sealer, userId, refreshToken);
  await database.transaction(async (transaction) => {
    // A concurrent password reset holds the lock, ends the session, and unlinks what was linked before.
    const user = await lockCredentials(transaction, userId);
    const active = await listActiveSessions(transaction, userId, [session.sessionId]);
    if (user === undefined || active.size === 0) throw new Failure('unauthenticated');
    if (!(await reserveIdentity(transaction, { ...identity, userId }))) {
      await requireOwnIdentity(services, transaction, userId, verified);
      if (sealedRefreshToken !== null)
        await replaceRefreshToken(transaction, { ...identity, userId, sealedRefreshToken });
      return;
    }
    const email = identity.email ?? '';
    const row = { ...identity, userId, provider, email, sealedRefreshToken };
    if (!(await insertUserIdentity(transaction, row)))
      throw new Failure(
        'conflict',
        formatMessage(authCopy.anotherIdentityLinked, { provider: title }),
      );
    await recordActivity(transaction, {
      userId,
      event: 'sign_in_linked',
      detail: identityDetail(services, provider, email),
    });
    await enqueueMail(services, transaction, {
      userId,
      to: user.email,
      mail: {
        kind: 'sign_in_method_linked',
        provider: title,
        address: email,
        at: clock.now().toISOString(),
      },
    });
  });
  log.info({ event: 'sign_in_linked', user_id: userId, provider });
}

/** The activity detail of a linked or unlinked identity. `email`: empty if the provider shares none. */
export const identityDetail = (
  services: Pick<Services, 'settings'>,
  provider: VerifiedIdentity['provider'],
  email: string,
): string => {
  const title = providerTitle(services, provider);
  return email === ''
    ? title
    : formatMessage(authCopy.activity.identity, { provider: title, email });
};

async function requireOwnIdentity(
  services: Services,
  transaction: Transaction,
  userId: UserId,
  { provider, identity }: VerifiedIdentity,
): Promise<void> {
  const linked = await findIdentity(transaction, identity);
  if (linked?.user_id === userId) return;
  throw new Failure(
    'conflict',
    formatMessage(authCopy.identityBelongsToUser, { provider: providerTitle(services, provider) }),
  );
}
