import { emailTakenMessage } from '@cairn/contract/credential-rules';
import { ApiError } from '../../platform/api-error.ts';

/** Whether the server refused because the address has an account. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}

/** Why a step failed, in the words shown. */
export function signupMessage(error: unknown): string {
  if (isEmailTaken(error)) return emailTakenMessage;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}
