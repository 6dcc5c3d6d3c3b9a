import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { isEmailTaken, signupMessage } from './signup-message.ts';

test('a taken address has its own message', () => {
  const error = new ApiError(409, 'conflict', 'The address is taken.');
  expect(isEmailTaken(error)).toBe(true);
  expect(signupMessage(error)).toBe('Invalid email - this user already exists');
});

test("a rejection for a reason other than a taken address shows the server's message", () => {
  const error = new ApiError(422, 'unprocessable', 'This password is too common.');
  expect(isEmailTaken(error)).toBe(false);
  expect(signupMessage(error)).toBe('This password is too common.');
});
