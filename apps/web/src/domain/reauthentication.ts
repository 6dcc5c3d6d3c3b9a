import { ApiError } from '../platform/api/api-error.ts';

/**
 * How a user must reauthenticate before a change that adds a sign-in method or cannot be undone:
 * not at all just after signing in, otherwise with the password, or by signing in again if the
 * account has no password.
 */
export type ReauthenticationMethod = 'none' | 'password' | 'sign-in';

/** The reauthentication that a change requires. */
export function requiredReauthentication(user: {
  fresh: boolean;
  hasPassword: boolean;
}): ReauthenticationMethod {
  if (user.fresh) return 'none';
  return user.hasPassword ? 'password' : 'sign-in';
}

/** True if the server rejected a call because the user must reauthenticate first. */
export function requiresFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'fresh_sign_in_required';
}

/** The message to show if the password was wrong; null for any other error. */
export function wrongPasswordMessage(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'wrong_password' ? error.message : null;
}
