import { describe, expect, test } from 'vitest';
import { requireResetPassword, requireSignupPassword } from './password-policy.ts';

const tooCommon = 'This password is too common. Please choose another one.';

describe('a password set by a password reset', () => {
  test.each([['abcde123'], ['aaaabcde'], ['пароль12'], ['abcdefgh'.repeat(32)]])(
    '%s is accepted',
    (password) => expect(() => requireResetPassword(password)).not.toThrow(),
  );

  test.each([
    ['abcd123', 'Password must be at least 8 characters long'],
    ['', 'Password must be at least 8 characters long'],
    ['👍👎👌👏🙏👋👀', 'Password must be at least 8 characters long'],
    ['aabbccdd', 'Password must contain at least 5 unique characters'],
    [`${'abcdefgh'.repeat(32)}i`, 'Password must be at most 256 characters long'],
    ['password', tooCommon],
    ['Passw0rd', tooCommon],
    ['1Q2W3E4R', tooCommon],
    ['correcthorsebatterystaple', tooCommon],
  ])('%s is rejected', (password, message) =>
    expect(() => requireResetPassword(password)).toThrow(message),
  );
});

test('a sign-up password must meet stricter rules than a reset password', () => {
  expect(() => requireSignupPassword('abcde12345')).not.toThrow();
  expect(() => requireSignupPassword('abcde123')).toThrow('at least 10 characters');
  expect(() => requireSignupPassword('Password123')).toThrow(tooCommon);
});
