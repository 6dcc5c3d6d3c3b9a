import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args], {
    encoding: 'utf8',
  });

test.each([
  ['start', 'start.mjs'],
  ['test', 'test.mjs'],
  ['run dev', 'dev.mjs'],
])('npm %s names an option that it does not know, and starts nothing', (command, script) => {
  const { status, stdout, stderr } = run(script, '--bogus', 'port=1');
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toBe(
    `npm ${command} has no option '--bogus', 'port=1'. Its settings are environment variables: npm ${command} -- --help lists them.\n`,
  );
});

test('npm start -- --help says what can be set', () => {
  const { status, stdout } = run('start.mjs', '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('DATABASE_URL');
});
