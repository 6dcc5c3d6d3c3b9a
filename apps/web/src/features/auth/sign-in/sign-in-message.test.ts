import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../../platform/api/api-error.ts';
import { googleSignInMessage, signInMessage } from './sign-in-message.ts';

test('a rejected sign-in does not reveal whether the email or the password was wrong', () => {
  for (const status of [400, 401, 404, 422]) {
    expect(signInMessage(new ApiError(status, 'invalid_credentials', 'detail'))).toBe(
      'Invalid username or password',
    );
  }
});

test('a rate limit on sign-ins shows how long to wait', () => {
  const error = new ApiError(429, 'too_many_requests', 'Try again in 12 minutes.');
  expect(signInMessage(error)).toBe('Try again in 12 minutes.');
  expect(googleSignInMessage(error)).toBe('Try again in 12 minutes.');
});

test("a rejected Google sign-in shows the server's message", () => {
  const error = new ApiError(409, 'conflict', 'Sign in with your password first.');
  expect(googleSignInMessage(error)).toBe('Sign in with your password first.');
});

test('network and server failures are shown as a failed login', () => {
  expect(signInMessage(new NetworkError(new TypeError('Failed to fetch')))).toBe('Failed login');
  expect(signInMessage(new ApiError(503, 'unavailable', 'detail'))).toBe('Failed login');
  expect(googleSignInMessage(new ApiError(502, 'provider_failed', 'detail'))).toBe('Failed login');
});
