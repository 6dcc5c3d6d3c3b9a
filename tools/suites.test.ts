import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readResults, suites } from './suites.ts';

const suiteNamed = (name: string) => {
  const suite = suites.find((candidate) => candidate.name === name);
  if (suite === undefined) throw new Error(`There is no suite ${name}.`);
  return suite;
};

describe('the results of a suite', () => {
  let folder: string;
  let report: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-suites-'));
    report = join(folder, 'report.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('are read from its report', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 7, numFailedTests: 2 }));
    expect(readResults(suiteNamed('unit'), report, false)).toEqual({
      passed: 7,
      failed: 2,
      flaky: 0,
    });
  });

  test('count browser tests that passed only on the second attempt', () => {
    writeFileSync(report, JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 1 } }));
    expect(readResults(suiteNamed('e2e'), report, false)).toEqual({
      passed: 5,
      failed: 1,
      flaky: 1,
    });
  });

  test('count as one failure if the runner wrote no report', () => {
    expect(readResults(suiteNamed('unit'), report, false)).toEqual({
      passed: 0,
      failed: 1,
      flaky: 0,
    });
  });

  test('count as one failure if no test ran', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 0, numFailedTests: 0 }));
    expect(readResults(suiteNamed('unit'), report, true)).toEqual({
      passed: 0,
      failed: 1,
      flaky: 0,
    });
  });

  test('include one failure if all tests passed but the runner failed', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 3, numFailedTests: 0 }));
    expect(readResults(suiteNamed('unit'), report, false)).toEqual({
      passed: 3,
      failed: 1,
      flaky: 0,
    });
  });
});
