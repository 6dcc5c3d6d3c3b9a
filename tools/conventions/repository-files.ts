import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../command/root.mjs';

/** Folders with generated files. */
const generated = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.cache',
  'test-results',
  'results',
]);

/** All files of the repository that are not generated, as paths from its root with forward slashes. */
export function repositoryFiles(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (generated.has(entry.name)) return [];
    if (entry.isDirectory()) return repositoryFiles(path);
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
  });
}

/** All TypeScript and JavaScript files. */
export function codeFiles(): string[] {
  return repositoryFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file));
}

/** True for tests and test support. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file) || file.startsWith('tests/');
}

/** The text of a file, by its path from the root. */
export function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The names of the folders directly in a folder. Empty if it does not exist. */
export function foldersIn(folder: string): string[] {
  const prefix = `${folder}/`;
  const paths = repositoryFiles()
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length).split('/'));
  const names = paths.flatMap(([name, child]) => (child === undefined ? [] : (name ?? [])));
  return [...new Set(names)];
}
