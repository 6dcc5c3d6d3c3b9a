import { expect, test } from 'vitest';
import { textOf, writtenFiles } from './source-files.ts';

/** What belongs to the machine of whoever wrote it, or to how it was written. */
const foreign = [
  /\/(root|home\/\w+|Users\/\w+)\//,
  /\/work\//,
  /registry\.npmjs\.org|_authToken/,
  /\b(TODO|FIXME|XXX|HACK)\b/,
];

const thisFile = 'tools/tidy/words.test.ts';
const texts = /\.(ts|tsx|mjs|json|md|css|html|sql|example|yml|sh)$|(^|\/)\.[a-z]+$|^\.ci\/run$/;

test('nothing names a machine, a registry or unfinished work', () => {
  const found = writtenFiles()
    .filter((file) => texts.test(file) && file !== thisFile)
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          foreign.some((word) => word.test(line)) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    );
  expect(found).toEqual([]);
});
