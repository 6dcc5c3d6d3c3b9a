import { calls } from '@cairn/contract/calls';
import { describe, expect, test } from 'vitest';
import { codeFiles, isTest, readText } from './repository-files.ts';

const keys = Object.keys(calls);

/** The calls whose key appears as a string in one of the files. */
function callsIn(files: readonly string[]): Set<string> {
  return new Set(
    files.map(readText).flatMap((text) => keys.filter((key) => text.includes(`'${key}'`))),
  );
}

const handled = callsIn(codeFiles().filter((f) => f.startsWith('apps/server/src/') && !isTest(f)));
const tested = callsIn(codeFiles().filter(isTest));

describe('every call of the contract', () => {
  test('has a handler in the server', () => {
    expect(keys.filter((key) => !handled.has(key))).toEqual([]);
  });

  test('is named in a test', () => {
    expect(keys.filter((key) => !tested.has(key))).toEqual([]);
  });
});
