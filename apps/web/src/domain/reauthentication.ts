import { ApiError } from '../platform/api/api-error.ts';

/**
 * How a user must reauthenticate before a change that adds a sign-in method or cannot be undone:
 * not at all just after signing in, otherwise with the password, or by signing in again if the
 * account has no password.
 */
export type ReauthenticationMethod = 'none' | 'password' | 'sign-in';

/** The reauthentication that a change's own form asks for. A second factor is asked for by the step-up dialog. */
export function requiredReauthentication(user: {
  fresh: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
}): ReauthenticationMethod {
  if (user.fresh || user.hasSecondFactor) return 'none';
  return user.hasPassword ? 'password' : 'sign-in';
}

/** The message to show if the password was wrong; null for any other error. */
export function wrongPasswordMessage(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'wrong_password' ? error.message : null;
}
