import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './command/root.mjs';

test.each([
  [['--help'], 0],
  [['logo'], 2],
])('npm run pictures -- %j prints its usage', (args, status) => {
  const result = spawnSync(process.execPath, [join(root, 'tools/pictures.ts'), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(result.status).toBe(status);
  expect(status === 0 ? result.stdout : result.stderr).toMatch(/^Usage: npm run pictures/);
});
