import { existsSync, readFileSync } from 'node:fs';
import type { Step } from './step.ts';

/** A suite of tests that writes a report of what passed and failed. */
export interface Suite {
  readonly name: string;
  readonly needsBrowser: boolean;
  /** It measures time, or keeps both cores busy by itself: nothing runs beside it. */
  readonly alone: boolean;
  /** @param report the file that the runner writes. */
  readonly step: (report: string) => Step;
  readonly count: (report: unknown) => Count;
}

export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Of those that passed: at the second try only, which continuous integration gives a browser journey. */
  readonly flaky: number;
}

const vitest = (name: string, { needsBrowser = false, alone = false } = {}): Suite => ({
  name,
  needsBrowser,
  alone,
  step: (report) => ({
    name,
    commands: [
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        `--project=${name}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
    ],
  }),
  count: (report) => ({
    passed: numberIn(report, 'numPassedTests'),
    failed: numberIn(report, 'numFailedTests'),
    flaky: 0,
  }),
});

/** In the order in which `npm test` begins them; those that may run beside another come first. */
export const suites: readonly Suite[] = [
  // The two longest first. Half of what the faults take is waiting for what was killed.
  vitest('faults'),
  vitest('integration'),
  vitest('browser', { needsBrowser: true }),
  vitest('components', { needsBrowser: true }),
  vitest('unit'),
  vitest('security', { alone: true }),
  {
    name: 'e2e',
    needsBrowser: true,
    alone: true,
    step: () => ({ name: 'e2e', commands: [['node_modules/@playwright/test/cli.js', 'test']] }),
    count: (report) => {
      const stats = typeof report === 'object' && report !== null && Reflect.get(report, 'stats');
      const flaky = numberIn(stats, 'flaky');
      const passed = numberIn(stats, 'expected') + flaky;
      return { passed, failed: numberIn(stats, 'unexpected'), flaky };
    },
  },
];

/**
 * What a suite came to. A suite that fails without saying which test did, or that leaves no
 * report, counts as one that failed.
 */
export function countOf(suite: Suite, reportFile: string, ok: boolean): Count {
  const report: unknown = existsSync(reportFile)
    ? JSON.parse(readFileSync(reportFile, 'utf8'))
    : null;
  const { passed, failed, flaky } = suite.count(report);
  const unnamed = failed === 0 && (!ok || passed === 0);
  return { passed, failed: unnamed ? 1 : failed, flaky };
}

function numberIn(report: unknown, name: string): number {
  const value: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, name) : null;
  return typeof value === 'number' ? value : 0;
}
