import type { Queries } from '../platform/database/database.ts';
import type { CallerIdentity } from '../platform/http/handler.ts';
import type { RateLimiter } from '../platform/limits/rate-limiter.ts';
import { Failure } from '../platform/problem.ts';
import { verifyPassword } from '../platform/secrets/passwords.ts';
import { findPasswordHash } from './password.queries.ts';

/**
 * Verifies the user's current password and returns its hash. Throws `wrong_password` if it is wrong. Attempts count
 * toward the sign-in rate limit, so that a stolen token can't bypass it.
 */
export function requirePassword(
  { database, rateLimiter }: { database: Queries; rateLimiter: RateLimiter },
  { userId, username }: CallerIdentity,
  password: string,
): Promise<string> {
  return rateLimiter.limitGuesses([['sign_in_address', username.toLowerCase()]], async () => {
    const hash = (await findPasswordHash(database, userId))?.password_hash;
    if (!(await verifyPassword(password, hash)) || typeof hash !== 'string')
      throw new Failure('wrong_password', 'The current password is incorrect.');
    return hash;
  });
}
