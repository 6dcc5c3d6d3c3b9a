import { recordActivity } from '../../../identity/activity.queries.ts';
import { revokeSession } from '../../../identity/sessions.queries.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/problem.ts';
import {
  type PresentedRefreshToken,
  parseRefreshToken,
} from '../../../platform/secrets/refresh-tokens.ts';
import type { SessionRef } from '../../../platform/secrets/session-tokens.ts';
import type { Services } from '../../../services.ts';
import { authCopy } from '../auth.copy.ts';
import { findUsername } from '../auth.queries.ts';
import { issueToken } from '../sign-in/open-session.ts';
import {
  findSessionOwner,
  lockRefreshedSession,
  markRefreshTokenReused,
  replaceRefreshToken,
} from './refresh-tokens.queries.ts';

/**
 * Exchanges a refresh token for an access token and the refresh token that replaces it (RFC 9700, section 4.14.2).
 *
 * A token that was replaced in the last few seconds gets only an access token: another tab sent it at the same moment,
 * and the browser has the new one. If the token before the current one is sent later, the response with the current one
 * was lost, so the current token is replaced again. Any other token of the session must have been copied: the session
 * ends, and the user gets an email. Throws 401 if the token is not valid.
 */
export async function refreshSession(services: Services, token: string | undefined) {
  const presented = token === undefined ? undefined : parseRefreshToken(token);
  if (presented === undefined) throw new Failure('unauthenticated');
  const outcome = await services.database.transaction((transaction) =>
    redeem(services, transaction, presented),
  );
  if (outcome === 'reused') throw new Failure('session_copied', authCopy.sessionCopied);
  if (outcome === undefined) throw new Failure('unauthenticated');
  return {
    response: await issueToken(services, outcome.session),
    refreshToken: outcome.refreshToken,
  };
}

/** Redeems a token and locks its session. Returns 'reused' if the token was copied, undefined if it is not valid. */
async function redeem(
  services: Services,
  transaction: Transaction,
  presented: PresentedRefreshToken,
): Promise<{ session: SessionRef; refreshToken: string | null } | 'reused' | undefined> {
  const { sessionId, stored } = presented;
  const userId = await findSessionOwner(transaction, sessionId);
  if (userId === undefined) return undefined;
  const session = { userId, sessionId };
  const found = await lockRefreshedSession(transaction, session, stored);
  if (found === undefined || found.token === 'later') return undefined;
  if (!found.active) return found.reused ? 'reused' : undefined;
  if (found.token === 'raced') return { session, refreshToken: null };
  if (found.token === 'replaced') {
    await endCopiedSession(services, transaction, session);
    return 'reused';
  }
  const next = presented.next(found.generation + 1);
  await replaceRefreshToken(transaction, session, { presented: stored, next: next.stored });
  return { session, refreshToken: next.token };
}

async function endCopiedSession(
  services: Services,
  transaction: Transaction,
  session: SessionRef,
): Promise<void> {
  const { userId } = session;
  const device = (await revokeSession(transaction, session)) ?? '';
  await markRefreshTokenReused(transaction, session);
  await recordActivity(transaction, { userId, event: 'session_copied', detail: device });
  const user = await findUsername(transaction, userId);
  if (user !== undefined)
    await enqueueMail(services, transaction, {
      userId,
      to: user.email,
      mail: { kind: 'session_copied', device, at: services.clock.now().toISOString() },
    });
  services.metrics.refreshTokenReuses.inc();
  services.log.warn({ event: 'session_copied', user_id: userId });
}
