import { ApiError } from '../../platform/api-error.ts';

/** Whether the link itself is what was refused: no other password makes it good. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'link_expired';

/** Why a new password was not taken: the server's words if it said any. */
export function resetMessage(error: unknown): string {
  // What some machine between us and the server says has no request id, and is not meant for people.
  if (!(error instanceof ApiError) || error.requestId === null) return 'Something went wrong';
  return error.message;
}
