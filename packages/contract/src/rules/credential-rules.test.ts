import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail, isSignupPassword, resetPasswordErrors } from './credential-rules.ts';

describe('isSignupPassword', () => {
  test.each([
    ['abcdefg123', '10 characters, all distinct'],
    ['abcdefgaaa', '10 characters, 7 distinct'],
    ['пароль-длинный', 'any script'],
    ['       spaces word', 'spaces, which count like any other character'],
    [`${'abcdefg'.repeat(36)}abcd`, '256 characters'],
  ])('accepts %j (%s)', (password) => expect(isSignupPassword(password)).toBe(true));

  test.each([
    ['abcdefg12', '9 characters'],
    ['abcdefaaaa', '6 distinct'],
    ['', 'empty'],
    [`${'abcdefg'.repeat(36)}abcde`, '257 characters'],
    ['👍👎👌👏🙏👋👀👂👃', '9 characters, though 18 code units'],
  ])('rejects %j (%s)', (password) => expect(isSignupPassword(password)).toBe(false));

  test('an accepted password stays accepted with one more character', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 10, maxLength: 60 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (password, extra) => {
          fc.pre(isSignupPassword(password));
          expect(isSignupPassword(password + extra)).toBe(true);
        },
      ),
    );
  });
});

describe('resetPasswordErrors', () => {
  const short = 'Password must be at least 8 characters long';
  const repetitive = 'Password must contain at least 5 unique characters';

  test.each([
    ['abcdeaaa', '8 characters, 5 distinct', []],
    ['abcdefg', '7 characters', [short]],
    ['abcdaaaaaaaa', '4 distinct', [repetitive]],
    ['aaa', 'short and repetitive', [short, repetitive]],
    ['', 'empty', [short, repetitive]],
    ['👍👎👌👏', '4 characters, though 8 code units', [short, repetitive]],
  ])('returns the broken rules for %j (%s)', (password, _description, errors) => {
    expect(resetPasswordErrors(password)).toEqual(errors);
  });
});

describe('isEmail', () => {
  test.each([['a@b.c'], ["o'brien+tag@mail.example.co.uk"], ['пример@пример.рф']])(
    'accepts %s',
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
  ])('rejects %j', (email) => expect(isEmail(email)).toBe(false));

  test('rejects input that makes a pattern backtrack, without backtracking', () => {
    const check = () => isEmail(`a@${'.'.repeat(1_000_000)} `);
    // Execution is aborted after 10 s. Backtracking through a million dots takes hours.
    expect(runInNewContext('check()', { check }, { timeout: 10_000 })).toBe(false);
  });
});
