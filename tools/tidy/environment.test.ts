import { describe, expect, test } from 'vitest';
import { readTable } from '../command/environment.mjs';
import { codeFiles, isTest, textOf } from './source-files.ts';

const documented = new Set(readTable().flatMap(({ entries }) => entries.flatMap((e) => e.names)));

/** The files that read the environment: one of each app, and those of the commands. */
const readers = [
  'apps/server/src/env.ts',
  'apps/sandbox/src/settings.ts',
  'tools/command/environment.mjs',
  'tools/command/ports.mjs',
  'tools/product/start-product.ts',
];

/** Set by one part of the product for another, or by npm and the system: not for people. */
const internal = new Set([
  'PARENT_WATCH',
  'APP_URL',
  'SANDBOX_DATA_DIR',
  'SANDBOX_SEED',
  'SANDBOX_TODAY',
]);

const names = (text: string) =>
  [
    ...text.matchAll(/\b(?:environment\.|env\.|\w+\(\s*')([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b/g),
  ].flatMap(([, name]) => name ?? []);

const read = new Set(readers.flatMap((file) => names(textOf(file))));

describe('.env.example', () => {
  test('tells of every variable that is read', () => {
    expect([...read].filter((name) => !documented.has(name) && !internal.has(name))).toEqual([]);
  });

  test('tells of no variable that nothing reads', () => {
    expect([...documented].filter((name) => !read.has(name))).toEqual([]);
  });

  test('says something about each variable', () => {
    const silent = readTable().flatMap(({ entries }) =>
      entries.filter(({ description }) => description.length < 10).flatMap((e) => e.names),
    );
    expect(silent).toEqual([]);
  });

  test('leaves every variable empty, so that a copy changes nothing', () => {
    expect(textOf('.env.example').match(/^[A-Z_0-9]+=.+$/gm)).toBeNull();
  });
});

test('an app reads the environment in one place', () => {
  const places = codeFiles()
    .filter((file) => /^(apps|packages)\//.test(file) && !isTest(file))
    .filter((file) => textOf(file).includes('process.env'));
  expect(places.filter((file) => !/^apps\/(server|sandbox)\/src\/main\.ts$/.test(file))).toEqual(
    [],
  );
});
