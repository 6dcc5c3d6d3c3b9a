import {
  isSignupPassword,
  passwordMaxLength,
  resetPasswordErrors,
  signupPasswordMessage,
} from '@cairn/contract/rules/credential-rules';
import { isPersonalPassword } from '@cairn/passwords/personal-words';
import { unprocessable } from '../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';
import { identityCopy } from './identity.copy.ts';

const copy = identityCopy.newPassword;

/**
 * Throws 422 if a password is not accepted at sign-up or for a change in the profile. `email`: the user's address.
 * This check is fast. `requireStrongPassword`, which is slow, must be called afterward.
 */
export function requireSignupPassword(password: string, email: string): void {
  if (!isSignupPassword(password)) throw unprocessable(signupPasswordMessage);
  requireUncommonPassword(password);
  rejectPersonalPassword(password, email);
}

/**
 * Throws 422 if a password is not accepted for a password reset, for any user. `requireStrongPassword` must
 * be called once the user is known.
 */
export function requireResetPassword(password: string): void {
  const [error] = resetPasswordErrors(password);
  if (error !== undefined) throw unprocessable(error);
  if ([...password].length > passwordMaxLength)
    throw unprocessable(`Password must be at most ${passwordMaxLength} characters long`);
  requireUncommonPassword(password);
}

/** Throws 422 if a password consists mostly of the user's address or words about the product. */
export function rejectPersonalPassword(password: string, email: string): void {
  if (isPersonalPassword(password, email)) throw unprocessable(copy.personal);
}

function requireUncommonPassword(password: string): void {
  if (isCommonPassword(password)) throw unprocessable(copy.tooCommon);
}
