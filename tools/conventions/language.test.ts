import { expect, test } from 'vitest';
import { bannedPhrases } from './banned-phrases.ts';
import { readText, repositoryFiles } from './repository-files.ts';

/** Files that quote banned phrases, or that must not change. */
const excluded = new Set([
  'CHANGELOG.md',
  'docs/glossary.md',
  'tools/conventions/banned-phrases.ts',
  'tools/conventions/language.test.ts',
]);
/** Migrations 0000 to 0024 predate these rules, and 0025 quotes the names that it replaces. */
const excludedMigration = /^apps\/server\/migrations\/00([01]\d|2[0-5])_/;
const textFile = /\.(ts|tsx|mjs|md|css|html|sql|example|yml|jsonc)$|^\.ci\/run$/;

const files = repositoryFiles().filter(
  (file) => textFile.test(file) && !excluded.has(file) && !excludedMigration.test(file),
);

/** Lower-case text with camelCase, snake_case, and kebab-case identifiers split into words. */
const splitIdentifiers = (text: string) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=\w)[_-](?=\w)/g, ' ')
    .toLowerCase();

/** Describes the banned phrases in a text, for example as `after a pause: use debounce`. */
function findBanned(text: string): string[] {
  const words = splitIdentifiers(text);
  return bannedPhrases.flatMap(({ pattern, use }) => {
    const match = pattern.exec(words);
    return match === null ? [] : [`${match[0]}: use ${use}`];
  });
}

test('banned phrases are found in text, identifiers, and file names', () => {
  expect(findBanned('// Searches after a pause.')).toEqual(['after a pause: use debounce']);
  const inIdentifier = ['after pause: use debounce'];
  expect(findBanned('const paused = useAfterPause(value);')).toEqual(inIdentifier);
  expect(findBanned("'after_pause'")).toEqual(inIdentifier);
  expect(findBanned('apps/web/src/platform/after-pause.ts')).toEqual(inIdentifier);
  expect(findBanned('The music plays on after applause.')).toEqual([]);
});

test('no file uses a banned phrase', () => {
  const found = files.flatMap((file) => [
    ...findBanned(file).map((finding) => `${file}: ${finding}`),
    ...readText(file)
      .split('\n')
      .flatMap((line, index) =>
        findBanned(line).map((finding) => `${file}:${index + 1} ${finding}`),
      ),
  ]);
  expect(found).toEqual([]);
});
