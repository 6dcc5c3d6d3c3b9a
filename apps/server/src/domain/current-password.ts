import type { Queries } from '../platform/database.ts';
import type { Identity } from '../platform/http/handler.ts';
import type { Limits } from '../platform/limits.ts';
import { passwordFits } from '../platform/passwords.ts';
import { Failure } from '../platform/problem.ts';
import { findPasswordHash } from './password.queries.ts';

/**
 * Verifies the user's current password and returns its hash. Throws `wrong_password` if it is wrong. Attempts count
 * toward the sign-in rate limit, so that a stolen token can't bypass it.
 */
export function requirePassword(
  { database, limits }: { database: Queries; limits: Limits },
  { userId, username }: Identity,
  password: string,
): Promise<string> {
  return limits.guess([['sign_in_address', username.toLowerCase()]], async () => {
    const hash = (await findPasswordHash(database, userId))?.password_hash;
    if (!(await passwordFits(password, hash)) || typeof hash !== 'string')
      throw new Failure('wrong_password', 'The current password is incorrect.');
    return hash;
  });
}
