import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeReplacement, replaceData } from './replace-data.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-replace-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const replacement = { replacement: 'postgres.restoring-1', previous: 'postgres.before-x' };

function create(name: string, content: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'content'), content);
}

const contentOf = (name: string) => readFileSync(join(folder, name, 'content'), 'utf8');

function expectReplaced(): void {
  expect(contentOf('postgres')).toBe('new');
  expect(contentOf('postgres.before-x')).toBe('old');
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.before-x']);
}

test('a replaced data folder is kept under another name', () => {
  create('postgres', 'old');
  create('postgres.restoring-1', 'new');
  replaceData(folder, replacement);
  expectReplaced();
  completeReplacement(folder);
  expectReplaced();
});

test('a missing data folder is replaced too', () => {
  create('postgres.restoring-1', 'new');
  replaceData(folder, replacement);
  expect(contentOf('postgres')).toBe('new');
  expect(existsSync(join(folder, 'postgres.before-x'))).toBe(false);
});

test.each([
  ['before the first of the two renames', 0],
  ['between the two renames', 1],
  ['after both', 2],
])('a replacement that was killed %s is completed by the next start', (_, renames) => {
  create('postgres', 'old');
  create('postgres.restoring-1', 'new');
  writeFileSync(join(folder, 'postgres.replacement'), JSON.stringify(replacement));
  if (renames > 0) renameSync(join(folder, 'postgres'), join(folder, 'postgres.before-x'));
  if (renames > 1) renameSync(join(folder, 'postgres.restoring-1'), join(folder, 'postgres'));
  completeReplacement(folder);
  expectReplaced();
});
