import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countOf, suites } from './suites.ts';

const suiteNamed = (name: string) => {
  const found = suites.find((suite) => suite.name === name);
  if (found === undefined) throw new Error(`There is no suite ${name}.`);
  return found;
};

describe('what a suite came to', () => {
  let folder: string;
  let report: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-suites-'));
    report = join(folder, 'report.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is read from the report of its runner', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 7, numFailedTests: 2 }));
    expect(countOf(suiteNamed('unit'), report, false)).toEqual({ passed: 7, failed: 2, flaky: 0 });
  });

  test('tells of a browser test that passed at its second try only', () => {
    writeFileSync(report, JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 1 } }));
    expect(countOf(suiteNamed('e2e'), report, false)).toEqual({ passed: 5, failed: 1, flaky: 1 });
  });

  test('is one failure when the runner left no report', () => {
    expect(countOf(suiteNamed('unit'), report, false)).toEqual({ passed: 0, failed: 1, flaky: 0 });
  });

  test('is a failure when no test ran at all', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 0, numFailedTests: 0 }));
    expect(countOf(suiteNamed('unit'), report, true)).toEqual({ passed: 0, failed: 1, flaky: 0 });
  });

  test('is a failure when all tests passed and the runner failed all the same', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 3, numFailedTests: 0 }));
    expect(countOf(suiteNamed('unit'), report, false)).toEqual({ passed: 3, failed: 1, flaky: 0 });
  });
});
