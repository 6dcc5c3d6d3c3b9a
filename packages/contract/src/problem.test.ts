import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { problems } from './problem.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/errors.md', import.meta.url)),
  'utf8',
);

test('docs/errors.md documents every error code with its status, in the same order, and no others', () => {
  const documented = [...page.matchAll(/^## (\w+)\n\n\*\*(\d{3})\*\* /gm)].map(
    ([, code, status]) => [code, Number(status)],
  );
  expect(documented).toEqual(Object.entries(problems).map(([code, { status }]) => [code, status]));
});
