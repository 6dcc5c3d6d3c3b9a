import type { Queries } from '../platform/database.ts';
import type { Identity } from '../platform/http/handler.ts';
import type { Limits } from '../platform/limits.ts';
import { Failure } from '../platform/problem.ts';
import { requirePassword } from './current-password.ts';
import { isFreshSession } from './sessions.queries.ts';

/**
 * What cannot be undone or opens another door asks again who is there: the password, or a sign-in
 * within the last ten minutes. A wrong password is refused even in a fresh session.
 */
export async function requireFreshSignIn(
  services: { database: Queries; limits: Limits },
  identity: Identity,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await requirePassword(services, identity, password);
    return;
  }
  if (await isFreshSession(services.database, identity.sessionId)) return;
  throw new Failure(
    'fresh_sign_in_required',
    'To be sure that it is you, enter your password, or sign out and in again first.',
  );
}
