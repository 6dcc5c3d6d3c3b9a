import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './command/root.mjs';

const readScreenshot = () => readFileSync(join(root, 'docs/dashboard.png')).toString('base64');

test.each([
  [['--help'], 0],
  [['--hlep'], 2],
])(
  'npm run screenshot -- %j prints its usage and does not change the screenshot',
  (args, status) => {
    const before = readScreenshot();
    const result = spawnSync(process.execPath, [join(root, 'tools/screenshot.ts'), ...args], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(result.status).toBe(status);
    expect(status === 0 ? result.stdout : result.stderr).toMatch(/^Usage: npm run screenshot/);
    expect(readScreenshot() === before).toBe(true);
  },
);
