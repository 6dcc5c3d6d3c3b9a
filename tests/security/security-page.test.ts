import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every test file in docs/security.md exists', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8');
  const paths = [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test('every row of docs/security.md names a test, or is marked as later', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8');
  const lines = page.split('\n').filter((line) => /^\| (?!guarantee|-)/.test(line));
  expect(lines.filter((line) => !/\.test\.ts`|_later_/.test(line))).toEqual([]);
});
