import type { Queries } from '../platform/database/database.ts';
import type { CallerIdentity } from '../platform/http/handler.ts';
import type { RateLimiter } from '../platform/limits/rate-limiter.ts';
import { Failure } from '../platform/problem.ts';
import { verifyPassword } from '../platform/secrets/passwords.ts';
import { findPasswordHash } from './password.queries.ts';

/**
 * Verifies the user's current password and returns its hash. Throws `wrong_password` if it is wrong. Wrong ones
 * count per session: a stolen token allows few guesses, and a stranger who guesses at sign-in doesn't lock the user out.
 */
export function requirePassword(
  { database, rateLimiter }: { database: Queries; rateLimiter: RateLimiter },
  { userId, sessionId }: CallerIdentity,
  password: string,
): Promise<string> {
  return rateLimiter.limitGuesses([['password_check_session', sessionId]], async () => {
    const hash = (await findPasswordHash(database, userId))?.password_hash;
    if (!(await verifyPassword(password, hash)) || typeof hash !== 'string')
      throw new Failure('wrong_password', 'The current password is incorrect.');
    return hash;
  });
}
