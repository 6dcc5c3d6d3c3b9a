import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../platform/api/api-error.ts';
import {
  requiredReauthentication,
  requiresFreshSignIn,
  wrongPasswordMessage,
} from './reauthentication.ts';

test('a user who has just signed in does not have to reauthenticate', () => {
  expect(requiredReauthentication({ fresh: true, hasPassword: true })).toBe('none');
  expect(requiredReauthentication({ fresh: true, hasPassword: false })).toBe('none');
});

test('a user who signed in a while ago needs the password, or a new sign-in if there is no password', () => {
  expect(requiredReauthentication({ fresh: false, hasPassword: true })).toBe('password');
  expect(requiredReauthentication({ fresh: false, hasPassword: false })).toBe('sign-in');
});

test('a wrong password and a required sign-in are distinguished by code, not by status', () => {
  const wrong = new ApiError(403, 'wrong_password', 'That is not your current password.');
  const stale = new ApiError(403, 'fresh_sign_in_required', 'Enter your password.');
  expect(wrongPasswordMessage(wrong)).toBe('That is not your current password.');
  expect(requiresFreshSignIn(wrong)).toBe(false);
  expect(requiresFreshSignIn(stale)).toBe(true);
  for (const other of [stale, new NetworkError(new TypeError('x')), null]) {
    expect(wrongPasswordMessage(other)).toBeNull();
  }
});
