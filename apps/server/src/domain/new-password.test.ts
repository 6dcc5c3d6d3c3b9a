import { describe, expect, test } from 'vitest';
import { requireGoodPassword, requireResetPassword } from './new-password.ts';

const common = 'This password is on the lists that attackers try first. Please choose another.';

describe('a password that a reset sets', () => {
  test.each([['abcde123'], ['aaaabcde'], ['пароль12'], ['abcdefgh'.repeat(32)]])(
    '%s is taken',
    (password) => expect(() => requireResetPassword(password)).not.toThrow(),
  );

  test.each([
    ['abcd123', 'Password must be at least 8 characters long'],
    ['', 'Password must be at least 8 characters long'],
    ['👍👎👌👏🙏👋👀', 'Password must be at least 8 characters long'],
    ['aabbccdd', 'Password must contain at least 5 unique characters'],
    [`${'abcdefgh'.repeat(32)}i`, 'Password must be at most 256 characters long'],
    ['password', common],
    ['Passw0rd', common],
    ['1Q2W3E4R', common],
    ['correcthorsebatterystaple', common],
  ])('%s is refused', (password, message) =>
    expect(() => requireResetPassword(password)).toThrow(message),
  );
});

test('a password for a new account has more to keep', () => {
  expect(() => requireGoodPassword('abcde12345')).not.toThrow();
  expect(() => requireGoodPassword('abcde123')).toThrow('at least 10 characters');
  expect(() => requireGoodPassword('Password123')).toThrow(common);
});
