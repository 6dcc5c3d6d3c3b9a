import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkSteps } from './check-steps.ts';
import { findChromium, noChromium } from './chromium.ts';
import { root } from './command/root.mjs';
import { endSteps, resultLine, runStep, runTwoAtATime, type StepResult } from './step.ts';
import { type Count, countOf, type Suite, suites } from './suites.ts';

/** `npm test`, from the point where everything is installed: everything that CI runs. */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
process.on('disconnect', stop);

function stop(): void {
  endSteps();
  process.exit(130);
}

// The same choices each time, so that a run that fails does so by what was changed; 'random' makes others.
const usualSeed = '20261122';
const wanted = process.env.TEST_SEED || usualSeed;
const seed = wanted === 'random' ? String(randomInt(2 ** 31 - 1)) : wanted;
const environment: NodeJS.ProcessEnv = { ...process.env, TEST_SEED: seed };
const chromium = findChromium();
if (chromium !== null) environment.CHROMIUM_PATH = chromium;
console.log(`Seed of this run: ${seed} (TEST_SEED=${seed} npm test makes the same choices again)`);

const reports = makeReportFolder();
const lines: string[] = [];
const counts: Count[] = [];

const checks = await runTwoAtATime(checkSteps, environment, (result) => {
  console.log(resultLine(result));
  if (!result.ok || result.name === 'tidy') console.log(result.output.trimEnd());
});
for (const result of checks)
  note(result, { passed: Number(result.ok), failed: Number(!result.ok), flaky: 0 });
const runnable = suites.filter((suite) => !suite.needsBrowser || chromium !== null);
for (const { name } of suites.filter((suite) => !runnable.includes(suite))) {
  lines.push(`FAILED ${name}: no browser`);
  counts.push({ passed: 0, failed: 1, flaky: 0 });
}
await runBesideEachOther(runnable.filter(({ alone }) => !alone));
for (const suite of runnable.filter(({ alone }) => alone)) await runAlone(suite);
rmSync(reports, { recursive: true, force: true });

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${lines.join('\n')}\n`);
if (chromium === null) console.log(noChromium);
console.log(`Seed: ${seed}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Suites that wait more than they compute share the machine; each is shown when it has ended. */
async function runBesideEachOther(several: readonly Suite[]): Promise<void> {
  console.log(`\n== ${several.map(({ name }) => name).join(', ')}: two at a time`);
  const steps = several.map((suite) => suite.step(reportOf(suite)));
  const results = await runTwoAtATime(steps, environment, (result) => {
    console.log(result.output.trimEnd());
    console.log(resultLine(result));
  });
  for (const suite of several) {
    const result = results.find(({ name }) => name === suite.name);
    if (result !== undefined) note(result, countOf(suite, reportOf(suite), result.ok));
  }
}

async function runAlone(suite: Suite): Promise<void> {
  console.log(`\n== ${suite.name}`);
  const report = reportOf(suite);
  const result = await runStep(suite.step(report), { ...environment, E2E_REPORT: report }, true);
  note(result, countOf(suite, report, result.ok));
}

function reportOf({ name }: Suite): string {
  return join(reports, `${name}.json`);
}

function note(result: StepResult, count: Count): void {
  const second = count.flaky === 0 ? '' : `, ${count.flaky} of them at the second try only`;
  const tests = `${count.passed} passed, ${count.failed} failed${second}`;
  lines.push(`${resultLine(result)}: ${tests}`);
  counts.push(count);
}

function makeReportFolder(): string {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'test-reports-'));
}
