import {
  isSignupPassword,
  passwordMaxLength,
  resetPasswordErrors,
  signupPasswordMessage,
} from '@cairn/contract/rules/credential-rules';
import { unprocessable } from '../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws 422 if a password is not accepted at sign-up or for a change in the profile. */
export function requireSignupPassword(password: string): void {
  if (!isSignupPassword(password)) throw unprocessable(signupPasswordMessage);
  rejectCommonPassword(password);
}

/** Throws 422 if a password is not accepted for a password reset. */
export function requireResetPassword(password: string): void {
  const [error] = resetPasswordErrors(password);
  if (error !== undefined) throw unprocessable(error);
  if ([...password].length > passwordMaxLength)
    throw unprocessable(`Password must be at most ${passwordMaxLength} characters long`);
  rejectCommonPassword(password);
}

function rejectCommonPassword(password: string): void {
  if (isCommonPassword(password))
    throw unprocessable('This password is too common. Please choose another one.');
}
