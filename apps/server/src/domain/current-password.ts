import type { Queries } from '../platform/database.ts';
import type { Identity } from '../platform/http/handler.ts';
import type { Limits } from '../platform/limits.ts';
import { passwordFits } from '../platform/passwords.ts';
import { Failure } from '../platform/problem.ts';
import { findPasswordHash } from './password.queries.ts';

/**
 * Throws `wrong_password` unless it is the user's password. Guesses count like those at the sign-in:
 * a token that was stolen is no way around that limit. Answers the hash that it was compared with.
 */
export function requirePassword(
  { database, limits }: { database: Queries; limits: Limits },
  { userId, username }: Identity,
  password: string,
): Promise<string> {
  return limits.guess([['sign_in_address', username.toLowerCase()]], async () => {
    const hash = (await findPasswordHash(database, userId))?.password_hash;
    if (!(await passwordFits(password, hash)) || typeof hash !== 'string')
      throw new Failure('wrong_password', 'That is not your current password.');
    return hash;
  });
}
