import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './command/root.mjs';

const picture = () => readFileSync(join(root, 'docs/dashboard.png')).toString('base64');

test.each([
  [['--help'], 0],
  [['--hlep'], 2],
])('npm run screenshot -- %j says how it is used and leaves the picture alone', (args, status) => {
  const before = picture();
  const run = spawnSync(process.execPath, [join(root, 'tools/screenshot.ts'), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(run.status).toBe(status);
  expect(status === 0 ? run.stdout : run.stderr).toMatch(/^Usage: npm run screenshot/);
  expect(picture() === before).toBe(true);
});
