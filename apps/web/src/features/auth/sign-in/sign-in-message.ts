import { ApiError } from '../../../platform/api/api-error.ts';
import { authCopy } from '../auth.copy.ts';

/**
 * The message for a failed sign-in. A rejection doesn't reveal whether the email or the password was wrong, and
 * a rate limit shows how long to wait. Everything else is a generic failure.
 */
export function signInMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return error.message;
  if (error instanceof ApiError && error.status < 500) return authCopy.signIn.invalidCredentials;
  return authCopy.signIn.failed;
}

/** The message for a failed Google sign-in: the server's message for a rejection, otherwise as above. */
export function googleSignInMessage(error: unknown): string {
  const isRejected = error instanceof ApiError && error.status < 500;
  return isRejected ? error.message : signInMessage(error);
}
