import { describe, expect, test } from 'vitest';
import { variableNames } from '../../apps/server/src/environment-variables.ts';
import { readEnvExample } from '../command/environment.mjs';
import { codeFiles, isTest, readText } from './repository-files.ts';

const entries = readEnvExample().flatMap((section) => section.entries);
const documented = new Set(entries.flatMap(({ names }) => names));

/** The modules outside the server that read environment variables. */
const readers = [
  'apps/sandbox/src/settings.ts',
  'tools/command/environment.mjs',
  'tools/command/ports.mjs',
  'tools/product/start-product.ts',
];

/** Variables that one of our processes sets for another. Users don't set them. */
const internal = new Set([
  'PARENT_WATCH',
  'APP_URL',
  'SANDBOX_DATA_DIR',
  'SANDBOX_SEED',
  'SANDBOX_TODAY',
]);

const variablePattern = /\b(?:environment\.|env\.|\w+\(\s*')([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b/g;

const used = new Set<string>([
  ...variableNames,
  ...readers.flatMap((file) =>
    [...readText(file).matchAll(variablePattern)].flatMap(([, name]) => name ?? []),
  ),
]);

describe('.env.example', () => {
  test('documents every variable that the code reads', () => {
    expect([...used].filter((name) => !documented.has(name) && !internal.has(name))).toEqual([]);
  });

  test('documents no variable that the code does not read', () => {
    expect([...documented].filter((name) => !used.has(name))).toEqual([]);
  });

  test('describes every variable', () => {
    const missing = entries.filter(({ description }) => description.length < 10);
    expect(missing.flatMap(({ names }) => names)).toEqual([]);
  });

  test('sets no variable, so that a copy of it changes nothing', () => {
    expect(readText('.env.example').match(/^[A-Z_0-9]+=.+$/gm)).toBeNull();
  });
});

test('each app reads process.env only in its main.ts', () => {
  const readingFiles = codeFiles()
    .filter((file) => /^(apps|packages)\//.test(file) && !isTest(file))
    .filter((file) => readText(file).includes('process.env'));
  const allowed = /^apps\/(server|sandbox)\/src\/main\.ts$/;
  expect(readingFiles.filter((file) => !allowed.test(file))).toEqual([]);
});
