import type { CallerIdentity } from '../platform/http/handler.ts';
import { Failure } from '../platform/problem.ts';
import { type ReauthenticationServices, requirePassword } from './current-password.ts';
import { isFreshSession } from './sessions.queries.ts';

/**
 * Requires reauthentication for irreversible actions and changes to sign-in methods: the password, or a sign-in
 * within the last ten minutes. Throws `wrong_password` for a wrong password even in a recent session, and
 * `fresh_sign_in_required` without either.
 */
export async function reauthenticate(
  services: ReauthenticationServices,
  identity: CallerIdentity,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await requirePassword(services, identity, password);
    return;
  }
  if (await isFreshSession(services.database, identity.sessionId)) return;
  throw new Failure(
    'fresh_sign_in_required',
    "To confirm it's you, enter your password, or sign out and sign in again.",
  );
}
