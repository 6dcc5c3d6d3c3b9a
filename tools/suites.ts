import { existsSync, readFileSync } from 'node:fs';
import type { Step } from './step.ts';

/** A test suite whose runner writes a report. */
export interface Suite {
  readonly name: string;
  readonly needsBrowser: boolean;
  /** True if nothing may run at the same time, because it measures time or uses both cores. */
  readonly exclusive: boolean;
  /** @param report the file that the runner writes. */
  readonly step: (report: string) => Step;
  /** Counts the tests in a parsed report. */
  readonly count: (report: unknown) => TestCounts;
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** How many of the passed tests needed a second attempt, which browser journeys get in CI. */
  readonly flaky: number;
}

const vitest = (
  name: string,
  { needsBrowser = false, exclusive = false, projects = [name] } = {},
): Suite => ({
  name,
  needsBrowser,
  exclusive,
  step: (report) => ({
    name,
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  }),
  count: countVitest,
});

const countVitest = (report: unknown): TestCounts => ({
  passed: readNumber(report, 'numPassedTests'),
  failed: readNumber(report, 'numFailedTests'),
  flaky: 0,
});

/** The suites that use a database, on a cluster (test-distributed.ts). */
export const distributedSuite: Suite = {
  name: 'distributed',
  needsBrowser: false,
  exclusive: true,
  step: (report) => ({
    name: 'distributed',
    args: ['tools/test-distributed.ts', `--report=${report}`],
  }),
  count: countVitest,
};

/** In the order in which `npm test` starts them. Those that may run concurrently come first. */
export const suites: readonly Suite[] = [
  // The two longest first. The fault tests spend half of their time waiting for killed processes.
  vitest('faults'),
  vitest('integration'),
  vitest('browser', { needsBrowser: true }),
  vitest('components', { needsBrowser: true }),
  vitest('unit'),
  vitest('security', { exclusive: true, projects: ['security', 'timing'] }),
  {
    name: 'e2e',
    needsBrowser: true,
    exclusive: true,
    step: () => ({ name: 'e2e', args: ['node_modules/@playwright/test/cli.js', 'test'] }),
    count: (report) => {
      const stats = typeof report === 'object' && report !== null && Reflect.get(report, 'stats');
      const flaky = readNumber(stats, 'flaky');
      const passed = readNumber(stats, 'expected') + flaky;
      return { passed, failed: readNumber(stats, 'unexpected'), flaky };
    },
  },
];

/**
 * Reads the results of a suite from its report. A suite counts as one failed test if its runner failed
 * without a failed test, ran no test, or wrote no report.
 */
export function readResults(suite: Suite, reportFile: string, ok: boolean): TestCounts {
  const report: unknown = existsSync(reportFile)
    ? JSON.parse(readFileSync(reportFile, 'utf8'))
    : null;
  const { passed, failed, flaky } = suite.count(report);
  const runnerFailed = failed === 0 && (!ok || passed === 0);
  return { passed, failed: runnerFailed ? 1 : failed, flaky };
}

function readNumber(report: unknown, name: string): number {
  const value: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, name) : null;
  return typeof value === 'number' ? value : 0;
}
