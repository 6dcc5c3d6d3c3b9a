import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { createLogDestination } from './log-destination.ts';

let folder: string;
let fd: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-log-'));
  fd = openSync(join(folder, 'log'), 'a');
});

afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true, force: true });
});

const lines = () => readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n');

/** Runs a program that logs to standard output through the destination. */
async function runLogging(code: string, stdout: 'pipe' | number) {
  const module = fileURLToPath(new URL('log-destination.ts', import.meta.url));
  const program = `import { createLogDestination } from ${JSON.stringify(module)};
    const destination = createLogDestination(1);
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', stdout, 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, errors: child.stderr === null ? '' : text(child.stderr), ended };
}

describe('the destination of the log', () => {
  test('writes every line, in order', async () => {
    const destination = createLogDestination(fd);
    const expected = Array.from({ length: 1_000 }, (_, index) => `line ${index}`);
    for (const line of expected) destination.write(`${line}\n`);
    await eventually(() => lines().length === expected.length, 'all lines are written');
    expect(lines()).toEqual(expected);
  });

  test('drops lines beyond its capacity, and logs how many', async () => {
    const destination = createLogDestination(fd, 20);
    // The first line is being written, and only one of the others fits.
    for (const line of ['first', 'a long second line', 'lost', 'lost too'])
      destination.write(`${line}\n`);
    await eventually(() => lines().length >= 3, 'the lines are written');
    expect(lines().slice(0, 2)).toEqual(['first', 'a long second line']);
    expect(JSON.parse(lines()[2] ?? '')).toMatchObject({ event: 'log_lines_dropped', lines: 2 });
  });

  test('writes the remaining lines when the process exits', async () => {
    const { ended } = await runLogging(
      `for (let line = 0; line < 100; line += 1) destination.write(line + '\\n');
       process.exit(0);`,
      fd,
    );
    expect(await ended).toBe(0);
    expect(lines()).toHaveLength(100);
  });

  // Writing to this device fails as on a full disk.
  test.runIf(process.platform === 'linux')(
    'does not crash the process on a full disk, and does not keep it from exiting',
    async () => {
      const full = openSync('/dev/full', 'a');
      const { ended, errors } = await runLogging(
        `destination.write('lost\\n');
         setTimeout(() => { destination.write('lost\\n'); process.exit(7); }, 100);`,
        full,
      );
      expect(await ended).toBe(7);
      expect(await errors).toBe('');
      closeSync(full);
    },
  );

  test('does not crash the process if its reader is gone', async () => {
    const { child, ended, errors } = await runLogging(
      `setInterval(() => destination.write('line\\n'), 5);
       setTimeout(() => process.exit(7), 500);`,
      'pipe',
    );
    child.stdout?.destroy();
    expect(await ended).toBe(7);
    expect(await errors).toBe('');
  });
});
