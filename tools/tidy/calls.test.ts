import { calls } from '@cairn/contract/calls';
import { describe, expect, test } from 'vitest';
import { notBuilt } from '../../apps/server/src/not-built.ts';
import { codeFiles, isTest, textOf } from './source-files.ts';

const keys = Object.keys(calls);
const named = (text: string) => keys.filter((key) => text.includes(`'${key}'`));

const server = codeFiles().filter(
  (file) => /^apps\/server\/src\//.test(file) && !isTest(file) && !file.endsWith('/not-built.ts'),
);
const tests = codeFiles().filter((file) => isTest(file));

const handled = new Set(server.flatMap((file) => named(textOf(file))));
const tested = new Set(tests.flatMap((file) => named(textOf(file))));

describe('every call of the contract', () => {
  test('has a handler or stands in the list of calls not built yet', () => {
    const waiting = keys.filter((key) => notBuilt.has(key as keyof typeof calls));
    console.log(
      waiting.length === 0
        ? 'Every call is built.'
        : `Calls not built yet (${waiting.length} of ${keys.length}):\n  ${waiting.join('\n  ')}`,
    );
    const forgotten = keys.filter((key) => !handled.has(key) && !waiting.includes(key));
    expect(forgotten).toEqual([]);
  });

  test('that is built is off the list', () => {
    expect([...notBuilt].filter((key) => handled.has(key))).toEqual([]);
  });

  test('that is built has a test that names it', () => {
    expect([...handled].filter((key) => !tested.has(key)).sort()).toEqual([]);
  });
});
