import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args], {
    encoding: 'utf8',
  });

test.each([
  ['start', 'start.mjs', '--bogus', "Unknown option '--bogus'"],
  ['start', 'start.mjs', 'port=1', "Unexpected argument 'port=1'"],
  ['test', 'test.mjs', '--throwaway', "Unknown option '--throwaway'"],
  ['run dev', 'dev.mjs', '-x', "Unknown option '-x'"],
])('npm %s (%s) rejects the argument %s and starts nothing', (command, script, argument, error) => {
  const { status, stdout, stderr } = run(script, argument);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toBe(
    `${error}. Settings are environment variables: npm ${command} -- --help lists them.\n`,
  );
});

test('npm start -- --help lists the environment variables', () => {
  const { status, stdout } = run('start.mjs', '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('DATABASE_URL');
});
