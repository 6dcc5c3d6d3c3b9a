import { ApiError } from './api-error.ts';

/**
 * What is asked of the person before something that opens another door or cannot be undone: nothing
 * just after signing in, else the password, or to sign in again where there is none.
 */
export type IdentityCheck = 'none' | 'password' | 'sign-in';

/** What must be asked, by how fresh the sign-in is and whether there is a password. */
export function neededCheck(person: { fresh: boolean; hasPassword: boolean }): IdentityCheck {
  if (person.fresh) return 'none';
  return person.hasPassword ? 'password' : 'sign-in';
}

/** Whether the server refused because it wants to be surer who is there. */
export function wantsFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'fresh_sign_in_required';
}

/** What is wrong with the password that was given, in the words shown; null if it is something else. */
export function passwordRefusal(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'wrong_password' ? error.message : null;
}
