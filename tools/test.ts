import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkSteps } from './check-steps.ts';
import { findChromium, noChromium } from './chromium.ts';
import { root } from './command/root.mjs';
import { formatResult, runStep, runTwoAtATime, type StepResult, stopSteps } from './step.ts';
import { distributedSuite, readResults, type Suite, suites, type TestCounts } from './suites.ts';

/** `npm test` after installation: all checks and test suites, as in CI. Run by test.mjs. */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
process.on('disconnect', stop);

function stop(): void {
  stopSteps();
  process.exit(130);
}

// Fixed, so that a run fails only because of a change. TEST_SEED=random uses a new seed.
const defaultSeed = '20261122';
const requestedSeed = process.env.TEST_SEED || defaultSeed;
const seed = requestedSeed === 'random' ? String(randomInt(2 ** 31 - 1)) : requestedSeed;
const environment: NodeJS.ProcessEnv = { ...process.env, TEST_SEED: seed };
const chromium = findChromium();
if (chromium !== null) environment.CHROMIUM_PATH = chromium;
console.log(`Seed: ${seed} (TEST_SEED=${seed} npm test repeats this run's random choices)`);

const reports = createReportFolder();
const summary: string[] = [];
const allCounts: TestCounts[] = [];

const checks = await runTwoAtATime(checkSteps, environment, (result) => {
  console.log(formatResult(result));
  if (!result.ok) console.log(result.output.trimEnd());
});
for (const result of checks)
  record(result, { passed: Number(result.ok), failed: Number(!result.ok), flaky: 0 });
const runnable = suites.filter((suite) => !suite.needsBrowser || chromium !== null);
for (const { name } of suites.filter((suite) => !runnable.includes(suite))) {
  summary.push(`FAILED ${name}: no browser`);
  allCounts.push({ passed: 0, failed: 1, flaky: 0 });
}
await runConcurrently(runnable.filter(({ exclusive }) => !exclusive));
for (const suite of runnable.filter(({ exclusive }) => exclusive)) await runAlone(suite);
if (process.env.CLUSTER_URL || process.env.CLUSTER_COMMAND) await runAlone(distributedSuite);
else summary.push('skipped distributed: no cluster (npm run test:distributed -- --help)');
rmSync(reports, { recursive: true, force: true });

const passed = allCounts.reduce((sum, counts) => sum + counts.passed, 0);
const failed = allCounts.reduce((sum, counts) => sum + counts.failed, 0);
console.log(`\n${summary.join('\n')}\n`);
if (chromium === null) console.log(noChromium);
console.log(`Seed: ${seed}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs suites that mostly wait. The output of each is printed when it ends. */
async function runConcurrently(concurrent: readonly Suite[]): Promise<void> {
  console.log(`\n== ${concurrent.map(({ name }) => name).join(', ')}: two at a time`);
  const steps = concurrent.map((suite) => suite.step(reportFile(suite)));
  const results = await runTwoAtATime(steps, environment, (result) => {
    console.log(result.output.trimEnd());
    console.log(formatResult(result));
  });
  for (const suite of concurrent) {
    const result = results.find(({ name }) => name === suite.name);
    if (result !== undefined) record(result, readResults(suite, reportFile(suite), result.ok));
  }
}

async function runAlone(suite: Suite): Promise<void> {
  console.log(`\n== ${suite.name}`);
  const report = reportFile(suite);
  const result = await runStep(suite.step(report), { ...environment, E2E_REPORT: report }, true);
  record(result, readResults(suite, report, result.ok));
}

function reportFile({ name }: Suite): string {
  return join(reports, `${name}.json`);
}

function record(result: StepResult, counts: TestCounts): void {
  const retried = counts.flaky === 0 ? '' : `, ${counts.flaky} of them only on the second attempt`;
  const tests = `${counts.passed} passed, ${counts.failed} failed${retried}`;
  summary.push(`${formatResult(result)}: ${tests}`);
  allCounts.push(counts);
}

function createReportFolder(): string {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'test-reports-'));
}
