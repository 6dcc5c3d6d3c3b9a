import { expect, test } from 'vitest';
import { ApiError, NetworkFailure } from './api-error.ts';
import { neededCheck, passwordRefusal, wantsFreshSignIn } from './identity-check.ts';

test('a user who has just signed in need not reauthenticate', () => {
  expect(neededCheck({ fresh: true, hasPassword: true })).toBe('none');
  expect(neededCheck({ fresh: true, hasPassword: false })).toBe('none');
});

test('later the password is required, or a new sign-in if there is none', () => {
  expect(neededCheck({ fresh: false, hasPassword: true })).toBe('password');
  expect(neededCheck({ fresh: false, hasPassword: false })).toBe('sign-in');
});

test('rejections are distinguished by their code, not by their status', () => {
  const wrong = new ApiError(403, 'wrong_password', 'That is not your current password.');
  const stale = new ApiError(403, 'fresh_sign_in_required', 'Enter your password.');
  expect(passwordRefusal(wrong)).toBe('That is not your current password.');
  expect(wantsFreshSignIn(wrong)).toBe(false);
  expect(wantsFreshSignIn(stale)).toBe(true);
  for (const other of [stale, new NetworkFailure(new TypeError('x')), null]) {
    expect(passwordRefusal(other)).toBeNull();
  }
});
