import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatResult, runStep, runTwoAtATime } from './step.ts';

const compute = 'const start = process.cpuUsage(); while (process.cpuUsage(start).user < 400_000);';
const computeInChild = `
  const { spawnSync } = require('node:child_process');
  spawnSync(process.execPath, ['-e', ${JSON.stringify(compute)}]);`;
const sleep = 'setTimeout(() => {}, 200)';

test.runIf(existsSync('/proc/self/stat'))(
  "a step's processor time includes its descendants and excludes steps that run at the same time",
  async () => {
    const steps = [
      { name: 'busy', args: ['-e', computeInChild] },
      { name: 'idle', args: ['-e', sleep] },
    ];
    const results = await runTwoAtATime(steps, process.env, () => {});
    const [busy = 0, idle = 0] = steps.map(
      ({ name }) => results.find((result) => result.name === name)?.cpuSeconds ?? 0,
    );
    expect(idle).toBeGreaterThan(0);
    // Both include the start of Node, which takes longer on a busy machine.
    expect(busy - idle).toBeGreaterThan(0.3);
  },
);

test('a step returns its output and fails if its command does', async () => {
  const script = "console.log('some output'); process.exit(3)";
  const result = await runStep({ name: 'failing', args: ['-e', script] }, process.env, false);
  expect(result).toMatchObject({ name: 'failing', ok: false, output: 'some output\n' });
});

test('a result line shows wall time and processor time', () => {
  const result = { name: 'unit', ok: true, seconds: 12.34, cpuSeconds: 20.12, output: '' };
  expect(formatResult(result)).toBe('ok     unit (12.3 s, 20.1 s CPU)');
  expect(formatResult({ ...result, ok: false, cpuSeconds: null })).toBe(
    'FAILED unit (12.3 s, CPU n/a)',
  );
});
