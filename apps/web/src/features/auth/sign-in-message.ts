import { ApiError } from '../../platform/api-error.ts';

/**
 * Why signing in failed, in the words shown. A refusal says nothing about which of the two was
 * wrong; too many tries says how long to wait; anything else is not the person's doing.
 */
export function signInMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return error.message;
  if (error instanceof ApiError && error.status < 500) return 'Invalid username or password';
  return 'Failed login';
}

/** Why signing in with Google failed: a refusal in the server's words, else as above. */
export function providerMessage(error: unknown): string {
  const refused = error instanceof ApiError && error.status < 500;
  return refused ? error.message : signInMessage(error);
}
