import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../platform/api/api-error.ts';
import { requiredReauthentication, wrongPasswordMessage } from './reauthentication.ts';

const user = { fresh: false, hasPassword: true, hasSecondFactor: false };

test('a user who has just signed in does not have to reauthenticate', () => {
  expect(requiredReauthentication({ ...user, fresh: true })).toBe('none');
  expect(requiredReauthentication({ ...user, fresh: true, hasPassword: false })).toBe('none');
});

test('a user who signed in a while ago needs the password, or a new sign-in if there is no password', () => {
  expect(requiredReauthentication(user)).toBe('password');
  expect(requiredReauthentication({ ...user, hasPassword: false })).toBe('sign-in');
});

test('no form asks a user with a second factor, because the step-up dialog does', () => {
  expect(requiredReauthentication({ ...user, hasSecondFactor: true })).toBe('none');
});

test('a wrong password is recognized by its code, not by its status', () => {
  const wrong = new ApiError(403, 'wrong_password', 'That is not your current password.');
  const other = new ApiError(403, 'forbidden', 'Not allowed.');
  expect(wrongPasswordMessage(wrong)).toBe('That is not your current password.');
  for (const error of [other, new NetworkError(new TypeError('x')), null]) {
    expect(wrongPasswordMessage(error)).toBeNull();
  }
});
