import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  commonPasswordsFile,
  isCommonPassword,
} from '../../apps/server/src/identity/common-passwords.ts';
import { buildFilter, listCommonPasswords } from './build-filter.ts';

const passwords = listCommonPasswords();
/** Other letters, such as ß, may change if they are converted to upper case and back. */
const isAscii = (password: string) => /^[\x20-\x7e]+$/.test(password);
const committed = readFileSync(commonPasswordsFile);

test('the filter has more than 400,000 common passwords in less than 1 MB', () => {
  expect(passwords.size).toBeGreaterThan(400_000);
  expect(committed.length).toBeLessThan(1_000_000);
});

test('the committed filter is the one that npm run common-passwords builds', () => {
  expect(committed.equals(buildFilter(passwords).bytes)).toBe(true);
}, 120_000);

test('the filter finds the passwords of the list, in upper and lower case', () => {
  const some = [...passwords].filter((password, index) => index % 50 === 0 && isAscii(password));
  expect(some.filter((password) => !isCommonPassword(password))).toEqual([]);
  expect(some.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([]);
});

test('the filter mistakes fewer than one in 2,000 other passwords for a common one', () => {
  const others = Array.from({ length: 100_000 }, (_, index) =>
    createHash('sha256').update(`other ${index}`).digest('base64url').slice(0, 16),
  );
  expect(others.filter(isCommonPassword).length).toBeLessThan(50);
});
