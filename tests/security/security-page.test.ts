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

test('every guarantee in docs/security.md names a test, or says that it comes later', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8');
  const tables = [...page.matchAll(/^\| guarantee .*\n\| -.*\n((?:\|.*\n)+)/gm)];
  const lines = tables.flatMap(([, rows = '']) => rows.trimEnd().split('\n'));
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => !/\.test\.ts`|_later_/.test(line))).toEqual([]);
});
