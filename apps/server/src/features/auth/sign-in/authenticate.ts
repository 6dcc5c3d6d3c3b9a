import type { CallerIdentity } from '../../../platform/http/handler.ts';
import type { Services } from '../../../services.ts';
import { findSession, touchSession } from '../auth.queries.ts';

/**
 * Returns a function that resolves a bearer token to its identity, or to undefined if it is not valid. The
 * signature is checked first, then session and subscription in the database, so that a sign-out or a lapse
 * takes effect with the next request.
 */
export function createAuthenticator({ tokens, database, log }: Services) {
  return async (token: string): Promise<CallerIdentity | undefined> => {
    const key = await tokens.verify(token);
    if (key === undefined) return undefined;
    const { userId, sessionId, tokenExpires } = key;
    const session = await findSession(database, key);
    if (session === undefined) return undefined;
    if (session.stale)
      touchSession(database, sessionId).catch(() => log.warn({ event: 'session_touch_failed' }));
    return {
      userId,
      sessionId,
      username: session.email,
      emailVerified: session.email_verified,
      subscription: session.paid ? 'paid' : 'free',
      tokenExpires,
    };
  };
}
