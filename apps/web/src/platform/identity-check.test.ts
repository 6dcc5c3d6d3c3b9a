import { expect, test } from 'vitest';
import { ApiError, NetworkFailure } from './api-error.ts';
import { neededCheck, passwordRefusal, wantsFreshSignIn } from './identity-check.ts';

test('who has just signed in is asked nothing', () => {
  expect(neededCheck({ fresh: true, hasPassword: true })).toBe('none');
  expect(neededCheck({ fresh: true, hasPassword: false })).toBe('none');
});

test('later the password is asked, and without one a new sign-in', () => {
  expect(neededCheck({ fresh: false, hasPassword: true })).toBe('password');
  expect(neededCheck({ fresh: false, hasPassword: false })).toBe('sign-in');
});

test('a refusal is told apart by its code, not by its status', () => {
  const wrong = new ApiError(403, 'wrong_password', 'That is not your current password.');
  const stale = new ApiError(403, 'fresh_sign_in_required', 'Enter your password.');
  expect(passwordRefusal(wrong)).toBe('That is not your current password.');
  expect(wantsFreshSignIn(wrong)).toBe(false);
  expect(wantsFreshSignIn(stale)).toBe(true);
  for (const other of [stale, new NetworkFailure(new TypeError('x')), null]) {
    expect(passwordRefusal(other)).toBeNull();
  }
});
