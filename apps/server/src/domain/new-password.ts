import {
  isSignupPassword,
  passwordMaxLength,
  resetPasswordFaults,
  signupPasswordMessage,
} from '@cairn/contract/credential-rules';
import { refused } from '../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws 422 if a password is not accepted at sign-up or for a change in the profile. */
export function requireGoodPassword(password: string): void {
  if (!isSignupPassword(password)) throw refused(signupPasswordMessage);
  rejectCommonPassword(password);
}

/** Throws 422 if a password is not accepted for a password reset. */
export function requireResetPassword(password: string): void {
  const [error] = resetPasswordFaults(password);
  if (error !== undefined) throw refused(error);
  if ([...password].length > passwordMaxLength)
    throw refused(`Password must be at most ${passwordMaxLength} characters long`);
  rejectCommonPassword(password);
}

function rejectCommonPassword(password: string): void {
  if (isCommonPassword(password))
    throw refused('This password is too common. Please choose another one.');
}
