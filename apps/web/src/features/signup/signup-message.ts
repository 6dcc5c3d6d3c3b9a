import { emailTakenMessage } from '@cairn/contract/rules/credential-rules';
import { ApiError } from '../../platform/api/api-error.ts';
import { signupCopy } from './signup.copy.ts';

/** True if the server rejected the sign-up because the address already has an account. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}

/** The message for a failed step. */
export function signupMessage(error: unknown): string {
  if (isEmailTaken(error)) return emailTakenMessage;
  return error instanceof Error ? error.message : signupCopy.failed;
}
