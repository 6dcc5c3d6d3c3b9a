import { describe, expect, test } from 'vitest';
import {
  rejectPersonalPassword,
  requireResetPassword,
  requireSignupPassword,
} from './password-policy.ts';

const tooCommon = 'This password is too common. Please choose another one.';

describe('a password set by a password reset', () => {
  test.each([['kq7vmz3x'], ['aaaaqzxk'], ['парольщ7'], ['abcdefgh'.repeat(32)]])(
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
    ['tropikana', tooCommon],
  ])('%s is rejected', (password, message) =>
    expect(() => requireResetPassword(password)).toThrow(message),
  );
});

const email = 'ada.lovelace@example.com';

test('a sign-up password must meet stricter rules than a reset password', () => {
  expect(() => requireSignupPassword('abcqz12345', email)).not.toThrow();
  expect(() => requireSignupPassword('kq7vmz3x', email)).toThrow('at least 10 characters');
  expect(() => requireSignupPassword('Password123', email)).toThrow(tooCommon);
});

test('a password must be more than the address and the name of the product', () => {
  for (const password of [email, 'AdaLovelace99', 'CairnCairn12']) {
    expect(() => requireSignupPassword(password, email)).toThrow('email address');
    expect(() => rejectPersonalPassword(password, email)).toThrow('email address');
  }
});
