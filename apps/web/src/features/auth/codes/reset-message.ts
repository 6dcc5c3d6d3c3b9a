import { ApiError } from '../../../platform/api/api-error.ts';
import { authCopy } from '../auth.copy.ts';

/** True if the link was rejected, so that another password wouldn't help. */
export const isExpiredLink = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'link_expired';

/** Why the password couldn't be reset: the server's message, or a generic one. */
export function resetMessage(error: unknown): string {
  // A response from a proxy has no request id, and its message isn't meant for users.
  if (!(error instanceof ApiError) || error.requestId === null) return authCopy.reset.failed;
  return error.message;
}
