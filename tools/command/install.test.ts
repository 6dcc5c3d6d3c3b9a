import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explainInstallFailure } from './install-failure.mjs';
import { takeInstallLock } from './install-lock.mjs';
import { isAtLeast, oldestNode } from './require-node.mjs';

test('a Node.js is old or new enough by number, not by letter', () => {
  expect(isAtLeast('20.19.0', oldestNode)).toBe(true);
  expect(isAtLeast('20.100.0', oldestNode)).toBe(true);
  expect(isAtLeast('26.10.0', oldestNode)).toBe(true);
  expect(isAtLeast('20.18.3', oldestNode)).toBe(false);
  expect(isAtLeast('9.99.0', oldestNode)).toBe(false);
});

describe('an install that fails ends with one line of help', () => {
  const lastLine = (output: string) => explainInstallFailure(output).split('\n').at(-1);

  test.each([
    ['npm error code ENOTFOUND', 'are you online?'],
    ['npm error code ECONNREFUSED', 'are you online?'],
    ['npm error code ENOSPC\nnpm error network', 'The disk is full.'],
    ['npm error code EACCES', 'may not write'],
    ['npm error code EUSAGE', 'do not fit together'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['npm error something else', 'see above'],
  ])('%s', (output, help) => {
    expect(lastLine(output)).toContain(help);
  });
});

describe('the lock of an install', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-install-'));
    file = join(folder, 'install.lock');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is held until it is given back', async () => {
    const first = await takeInstallLock(file, () => {});
    const order: string[] = [];
    const waits = Promise.withResolvers<void>();
    const second = takeInstallLock(file, () => waits.resolve()).then((lock) => {
      order.push('second has it');
      lock.release();
    });
    await waits.promise;
    order.push('first gives it back');
    first.release();
    await second;
    expect(order).toEqual(['first gives it back', 'second has it']);
    expect(existsSync(file)).toBe(false);
  });

  test('is held as long as the npm lives that an ended start has left', async () => {
    const npm = spawn('sleep', ['60'], { stdio: 'ignore' });
    const abandoned = await takeInstallLock(file, () => {});
    abandoned.shareWith(npm.pid ?? 0);
    forgetFirstHolder(file);
    const waits = Promise.withResolvers<void>();
    const next = takeInstallLock(file, () => waits.resolve());
    await waits.promise;
    npm.kill('SIGKILL');
    const lock = await next;
    lock.release();
  });

  test('of a process that is gone does not hold, nor when its number was given again', async () => {
    writeFileSync(file, JSON.stringify([{ pid: process.pid, born: 'long ago' }]));
    let waited = false;
    const lock = await takeInstallLock(file, () => {
      waited = true;
    });
    expect(waited).toBe(false);
    lock.release();
  });
});

/** As if the start that took the lock had been killed. */
function forgetFirstHolder(file: string): void {
  const [, ...rest]: unknown[] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(rest));
}
