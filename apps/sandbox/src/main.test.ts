import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { readSettings } from './settings.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let child: ChildProcess | undefined;

// A process of its own starts slowly on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  child?.kill('SIGKILL');
});

/** Starts the sandbox as a process of its own and answers the first line it says. */
async function start(env: Record<string, string>) {
  const started = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SMTP_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child = started;
  const complaints: string[] = [];
  started.stderr.on('data', (part) => complaints.push(String(part)));
  const [line] = await Promise.race([
    once(createInterface(started.stdout), 'line'),
    once(started, 'exit').then(() => {
      throw new Error(`the sandbox ended before it listened: ${complaints.join('')}`);
    }),
  ]);
  return { started, said: JSON.parse(String(line)) };
}

test('one line of JSON says where it listens, and SIGTERM ends it cleanly', async () => {
  const { started, said } = await start({});
  expect(said).toMatchObject({
    event: 'listening',
    port: expect.any(Number),
    smtp_port: expect.any(Number),
  });
  const answer = await fetch(`http://127.0.0.1:${said.port}/healthz`);
  expect(answer.status).toBe(200);
  started.kill('SIGTERM');
  expect(await once(started, 'exit')).toEqual([0, null]);
});

test('with PARENT_WATCH it ends when its stdin does, without it it stays', async () => {
  const { started } = await start({ PARENT_WATCH: '1' });
  started.stdin.end();
  expect(await once(started, 'exit')).toEqual([0, null]);

  const { started: lasting, said } = await start({});
  lasting.stdin.end();
  expect((await fetch(`http://127.0.0.1:${said.port}/healthz`)).status).toBe(200);
});

test('a port that is taken is told in one line, with what to do', async () => {
  const { said } = await start({});
  const second = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: String(said.port), SMTP_PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [line] = await once(createInterface(second.stderr), 'line');
  expect(JSON.parse(String(line))).toMatchObject({
    event: 'failed',
    reason: expect.stringContaining('SANDBOX_PORT'),
  });
  expect(await once(second, 'exit')).toEqual([1, null]);
});

test('settings have the documented defaults, and every wrong one is named', () => {
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
