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

const serverText = codeFiles()
  .filter((file) => file.startsWith('apps/server/'))
  .map(readText)
  .join('\n');
const tested = callsIn(codeFiles().filter(isTest));

describe('every call of the contract', () => {
  test('has exactly one handler in the server, which a search for its key finds', () => {
    const handlersOf = (key: string) => serverText.split(`'${key}':`).length - 1;
    expect(keys.filter((key) => handlersOf(key) !== 1)).toEqual([]);
  });

  test('is named in a test', () => {
    expect(keys.filter((key) => !tested.has(key))).toEqual([]);
  });
});
