import type { CallerIdentity } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { findSession, touchSession } from '../auth.queries.ts';

/**
 * Returns a function that returns the identity of a bearer token, or undefined if the token is not valid. The
 * signature is checked first, then the session and subscription in the database, so that a sign-out or a lapse
 * takes effect with the next request.
 */
export function createAuthenticator({ tokens, database, log }: Services) {
  return async (token: string): Promise<CallerIdentity | undefined> => {
    const claims = await tokens.verify(token);
    if (claims === undefined) return undefined;
    const { userId, sessionId, tokenExpiresAt } = claims;
    const session = await findSession(database, claims);
    if (session === undefined) return undefined;
    if (session.stale)
      touchSession(database, { userId, sessionId }).catch(() =>
        log.warn({ event: 'session_touch_failed' }),
      );
    return {
      userId,
      sessionId,
      username: session.email,
      emailVerified: session.email_verified,
      subscription: session.paid ? 'paid' : 'free',
      tokenExpiresAt,
    };
  };
}
