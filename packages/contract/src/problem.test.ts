import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { problems } from './problem.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/errors.md', import.meta.url)),
  'utf8',
);

test('the page of errors explains every code with its status, in the order of the set, and no other', () => {
  const explained = [...page.matchAll(/^## (\w+)\n\n\*\*(\d{3})\*\* /gm)].map(
    ([, code, status]) => [code, Number(status)],
  );
  expect(explained).toEqual(Object.entries(problems).map(([code, { status }]) => [code, status]));
});
