import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFile } from './file-lock.ts';

test('a locked file can be locked again only after it is released', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'database.lock');
  const releaseFirst = lockFile(file);
  expect(releaseFirst).not.toBeNull();
  expect(lockFile(file)).toBeNull();
  releaseFirst?.();
  const releaseSecond = lockFile(file);
  expect(releaseSecond).not.toBeNull();
  releaseSecond?.();
});
