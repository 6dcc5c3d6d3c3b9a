import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repository-files.ts';

/** Text that refers to a developer's machine or to unfinished work. */
const patterns = [
  /\/(root|home\/\w+|Users\/\w+)\//,
  /\/work\//,
  /\/tmp\/[\w-]+\//,
  /registry\.npmjs\.org|_authToken/,
  /\b(TODO|FIXME|XXX|HACK)\b/,
];

const thisFile = 'tools/conventions/foreign-text.test.ts';
const textFile = /\.(ts|tsx|mjs|json|md|css|html|sql|example|yml|sh)$|(^|\/)\.[a-z]+$|^\.ci\/run$/;

test('no file names a local path, a package registry, or unfinished work', () => {
  const matches = repositoryFiles()
    .filter((file) => textFile.test(file) && file !== thisFile)
    .flatMap((file) =>
      readText(file)
        .split('\n')
        .flatMap((line, index) =>
          patterns.some((pattern) => pattern.test(line))
            ? [`${file}:${index + 1} ${line.trim()}`]
            : [],
        ),
    );
  expect(matches).toEqual([]);
});
