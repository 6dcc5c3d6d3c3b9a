import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../command/root.mjs';

/** Folders that are made, not written. */
const made = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.cache',
  'test-results',
  'results',
]);

/** Every file of the clone that people write, as paths from its root with forward slashes. */
export function writtenFiles(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (made.has(entry.name)) return [];
    if (entry.isDirectory()) return writtenFiles(path);
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
  });
}

/** Code that ships or works for us, tests left out. */
export function sourceFiles(): string[] {
  return codeFiles().filter((file) => !isTest(file));
}

/** Code of every kind. */
export function codeFiles(): string[] {
  return writtenFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file));
}

/** Tests and what supports them. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file) || file.startsWith('tests/');
}

/** The text of a file, by its path from the root. */
export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The names of the folders directly in a folder; none where it is not there yet. */
export function foldersIn(folder: string): string[] {
  const start = `${folder}/`;
  const below = writtenFiles().filter((file) => file.startsWith(start));
  const names = below.map((file) => file.slice(start.length).split('/'));
  return [...new Set(names.flatMap(([name, rest]) => (rest === undefined ? [] : (name ?? []))))];
}
