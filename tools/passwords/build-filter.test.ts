import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  commonPasswordsFile,
  isCommonPassword,
} from '../../apps/server/src/identity/common-passwords.ts';
import { buildFilter, listCommonPasswords } from './build-filter.ts';

const passwords = listCommonPasswords();
/** The upper case of other letters, such as ß, may have another lower case. */
const isAscii = (password: string) => /^[\x20-\x7e]+$/.test(password);
const committed = readFileSync(commonPasswordsFile);

test('the filter has at least 100,000 common passwords in less than 1 MB', () => {
  expect(passwords.size).toBeGreaterThan(400_000);
  expect(committed.length).toBeLessThan(1_000_000);
});

test('the committed filter is the one that the tool builds from the named source', () => {
  expect(committed.equals(buildFilter(passwords).bytes)).toBe(true);
}, 120_000);

test('it finds the passwords of the list, in upper and lower case', () => {
  const some = [...passwords].filter((password, index) => index % 50 === 0 && isAscii(password));
  expect(some.filter((password) => !isCommonPassword(password))).toEqual([]);
  expect(some.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([]);
});

test('it takes fewer than one other password in 2,000 for a common one', () => {
  const others = Array.from({ length: 100_000 }, (_, index) =>
    createHash('sha256').update(`other ${index}`).digest('base64url').slice(0, 16),
  );
  expect(others.filter(isCommonPassword).length).toBeLessThan(50);
});
