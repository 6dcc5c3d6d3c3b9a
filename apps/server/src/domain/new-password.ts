import {
  isSignupPassword,
  passwordMaxLength,
  resetPasswordFaults,
  signupPasswordMessage,
} from '@cairn/contract/credential-rules';
import { refused } from '../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws 422 for a password that a new account, or a change in the profile, may not have. */
export function requireGoodPassword(password: string): void {
  if (!isSignupPassword(password)) throw refused(signupPasswordMessage);
  refuseCommon(password);
}

/** Throws 422 for a password that the link of a reset mail may not set. */
export function requireResetPassword(password: string): void {
  const [fault] = resetPasswordFaults(password);
  if (fault !== undefined) throw refused(fault);
  if ([...password].length > passwordMaxLength)
    throw refused(`Password must be at most ${passwordMaxLength} characters long`);
  refuseCommon(password);
}

function refuseCommon(password: string): void {
  if (isCommonPassword(password))
    throw refused('This password is on the lists that attackers try first. Please choose another.');
}
