import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail, isSignupPassword, resetPasswordFaults } from './credential-rules.ts';

describe('a password for a new account', () => {
  test.each([
    ['abcdefg123', '10 characters, all distinct'],
    ['abcdefgaaa', '10 characters, 7 distinct'],
    ['пароль-длинный', 'any script'],
    ['       spaces word', 'spaces count as any character'],
    [`${'abcdefg'.repeat(36)}abcd`, '256 characters'],
  ])('%j is taken (%s)', (password) => expect(isSignupPassword(password)).toBe(true));

  test.each([
    ['abcdefg12', '9 characters'],
    ['abcdefaaaa', '6 distinct'],
    ['', 'nothing'],
    [`${'abcdefg'.repeat(36)}abcde`, '257 characters'],
    ['👍👎👌👏🙏👋👀👂👃', '9 characters, though 18 code units'],
  ])('%j is refused (%s)', (password) => expect(isSignupPassword(password)).toBe(false));

  test('one more character never spoils a good one', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 10, maxLength: 60 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (password, more) => {
          fc.pre(isSignupPassword(password));
          expect(isSignupPassword(password + more)).toBe(true);
        },
      ),
    );
  });
});

describe('a new password of an existing account', () => {
  const short = 'Password must be at least 8 characters long';
  const alike = 'Password must contain at least 5 unique characters';

  test.each([
    ['abcdeaaa', '8 characters, 5 distinct', []],
    ['abcdefg', '7 characters', [short]],
    ['abcdaaaaaaaa', '4 distinct', [alike]],
    ['aaa', 'short and alike', [short, alike]],
    ['', 'nothing', [short, alike]],
    ['👍👎👌👏', '4 characters, though 8 code units', [short, alike]],
  ])('%j (%s)', (password, _what, faults) => {
    expect(resetPasswordFaults(password)).toEqual(faults);
  });
});

describe('an address', () => {
  test.each([['a@b.c'], ["o'brien+tag@mail.example.co.uk"], ['пример@пример.рф']])(
    '%s is one',
    (email) => expect(isEmail(email)).toBe(true),
  );

  test.each([
    [''],
    ['ada'],
    ['ada@'],
    ['@example.com'],
    ['ada@example'],
    ['ada@@example.com'],
    ['a da@example.com'],
    ['ada@exam ple.com'],
    ['ada@example.com\n'],
    [`${'a'.repeat(250)}@b.co`],
  ])('%j is none', (email) => expect(isEmail(email)).toBe(false));

  test('is told in no time, whatever is sent', () => {
    const started = performance.now();
    isEmail(`${'@.'.repeat(500_000)}`);
    isEmail(`a@${'.'.repeat(251)} `);
    expect(performance.now() - started).toBeLessThan(100);
  });
});
