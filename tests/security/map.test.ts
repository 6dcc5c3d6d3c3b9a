import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every test that docs/security.md points to is there', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8');
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test('every line of it says what holds it, or that it comes later', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8');
  const lines = page.split('\n').filter((line) => /^\| (?!what holds|-)/.test(line));
  expect(lines.filter((line) => !/\.test\.ts`|_later_/.test(line))).toEqual([]);
});
