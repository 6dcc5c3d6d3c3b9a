import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainInstallFailure } from './install-failure.mjs';
import { acquireInstallLock } from './install-lock.mjs';
import { isAtLeast, minimumNode } from './require-node.mjs';

test('Node.js versions are compared as numbers, not as text', () => {
  expect(isAtLeast('20.19.0', minimumNode)).toBe(true);
  expect(isAtLeast('20.100.0', minimumNode)).toBe(true);
  expect(isAtLeast('26.10.0', minimumNode)).toBe(true);
  expect(isAtLeast('20.18.3', minimumNode)).toBe(false);
  expect(isAtLeast('9.99.0', minimumNode)).toBe(false);
});

describe('a failed install', () => {
  const lastLine = (output: string) => explainInstallFailure(output).split('\n').at(-1);

  test.each([
    ['npm error code ENOTFOUND', 'are you online?'],
    ['npm error code ECONNREFUSED', 'are you online?'],
    ['npm error code ENOSPC\nnpm error network', 'The disk is full.'],
    ['npm error code EACCES', "don't have permission"],
    ['npm error code EUSAGE', 'do not match'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['npm error something else', 'see above'],
  ])('with the output %j ends with one line of advice', (output, advice) => {
    expect(lastLine(output)).toContain(advice);
  });
});

describe('the install lock', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-install-'));
    file = join(folder, 'install.lock');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('makes a second install wait until the first releases it', async () => {
    const first = await acquireInstallLock(file, () => {});
    const order: string[] = [];
    const waiting = Promise.withResolvers<void>();
    const second = acquireInstallLock(file, () => waiting.resolve()).then((lock) => {
      order.push('second acquires');
      lock.release();
    });
    await waiting.promise;
    order.push('first releases');
    first.release();
    await second;
    expect(order).toEqual(['first releases', 'second acquires']);
    expect(existsSync(file)).toBe(false);
  });

  test('is not released while the npm of a killed command is still running', async () => {
    const npm = spawn('sleep', ['60'], { stdio: 'ignore' });
    const abandoned = await acquireInstallLock(file, () => {});
    abandoned.addHolder(npm.pid ?? 0);
    removeFirstHolder(file);
    const waiting = Promise.withResolvers<void>();
    const next = acquireInstallLock(file, () => waiting.resolve());
    await waiting.promise;
    npm.kill('SIGKILL');
    const lock = await next;
    lock.release();
  });

  test('is stale if its process has ended, even if another process has the same pid', async () => {
    writeFileSync(file, JSON.stringify([{ pid: process.pid, startTime: 'long ago' }]));
    let waited = false;
    const lock = await acquireInstallLock(file, () => {
      waited = true;
    });
    expect(waited).toBe(false);
    lock.release();
  });
});

/** Makes the lock look as if the command that acquired it had been killed. */
function removeFirstHolder(file: string): void {
  const [, ...others]: unknown[] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(others));
}
