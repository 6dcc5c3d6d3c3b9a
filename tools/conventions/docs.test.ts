import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../command/root.mjs';
import { readText, repositoryFiles } from './repository-files.ts';

/** The documents, except decisions: these name paths as they were when the decision was made. */
const documents = repositoryFiles().filter((file) =>
  /^(README|CONTRIBUTING|docs\/[^/]+)\.md$/.test(file),
);

test('every path that the docs name exists', () => {
  const paths = documents.flatMap((document) =>
    // A path with a placeholder, such as `<feature>`, is a pattern.
    [
      ...readText(document).matchAll(/`((?:apps|packages|tests|tools|bench|docs)\/[^`\s<{*]*)`/g),
    ].map(([, path = '']) => ({ document, path })),
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});
