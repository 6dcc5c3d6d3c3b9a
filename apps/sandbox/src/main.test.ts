import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { readSettings } from './settings.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let child: ChildProcess | undefined;

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  child?.kill('SIGKILL');
});

/** Starts the sandbox as a process and returns its first line of output. */
async function startSandbox(env: Record<string, string>) {
  const sandbox = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SMTP_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child = sandbox;
  const errors: string[] = [];
  sandbox.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const [line] = await Promise.race([
    once(createInterface(sandbox.stdout), 'line'),
    once(sandbox, 'exit').then(() => {
      throw new Error(`the sandbox exited before it listened: ${errors.join('')}`);
    }),
  ]);
  return { sandbox, output: JSON.parse(String(line)) };
}

test('the sandbox prints its ports as one line of JSON and exits cleanly on SIGTERM', async () => {
  const { sandbox, output } = await startSandbox({});
  expect(output).toMatchObject({
    event: 'listening',
    port: expect.any(Number),
    smtp_port: expect.any(Number),
  });
  const response = await fetch(`http://127.0.0.1:${output.port}/healthz`);
  expect(response.status).toBe(200);
  sandbox.kill('SIGTERM');
  expect(await once(sandbox, 'exit')).toEqual([0, null]);
});

test('the sandbox exits when stdin closes, but only if PARENT_WATCH is set', async () => {
  const { sandbox } = await startSandbox({ PARENT_WATCH: '1' });
  sandbox.stdin.end();
  expect(await once(sandbox, 'exit')).toEqual([0, null]);

  const { sandbox: unwatched, output } = await startSandbox({});
  unwatched.stdin.end();
  expect((await fetch(`http://127.0.0.1:${output.port}/healthz`)).status).toBe(200);
});

test('a port that is already in use is reported in one line that says what to do', async () => {
  const { output } = await startSandbox({});
  const second = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: String(output.port), SMTP_PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [line] = await once(createInterface(second.stderr), 'line');
  expect(JSON.parse(String(line))).toMatchObject({
    event: 'failed',
    reason: expect.stringContaining('SANDBOX_PORT'),
  });
  expect(await once(second, 'exit')).toEqual([1, null]);
});

test('settings have the documented defaults, and every invalid setting is listed', () => {
  expect(readSettings({ SANDBOX_SEED: '' })).toEqual({
    port: 3001,
    smtpPort: 3025,
    seed: 1,
    today: null,
    appUrl: 'http://localhost:3000',
    dataDir: null,
    parentWatch: false,
  });
  expect(() =>
    readSettings({ SANDBOX_PORT: 'x', SANDBOX_TODAY: '2026-02-30', APP_URL: 'app' }),
  ).toThrow(/SANDBOX_TODAY.*APP_URL.*SANDBOX_PORT/);
});
