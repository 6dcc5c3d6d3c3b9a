import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { root } from './command/root.mjs';
import { runStep } from './step.ts';

const help = `npm run test:distributed [-- FILTER...]

Runs the integration, security, and fault tests on PostgreSQL with the Citus extension, and then checks that every
statement of the server runs on one node. FILTER selects test files by name.

It needs a cluster for tests. Set one of these:

  CLUSTER_URL      The URL of a database on the coordinator. Its role must be a superuser, and able to sign in to every
                   worker node without another password. The tests create databases of their own.
  CLUSTER_COMMAND  A program that starts a cluster and prints such a URL as its last line if it is called with 'start',
                   and ends the cluster if it is called with 'stop'.

docs/scale.md describes how to set up a cluster (PostgreSQL 15 or newer, Citus 13).`;

const execute = promisify(execFile);

interface Cluster {
  url: string;
  stop(): Promise<void>;
}

/** Starts or finds the operator's cluster. Null if there is none. */
async function openCluster(): Promise<Cluster | null> {
  const { CLUSTER_URL: url, CLUSTER_COMMAND: command } = process.env;
  if (url) return { url, stop: async () => {} };
  if (!command) return null;
  console.log(`Starting a cluster: ${command} start`);
  const { stdout } = await execute(command, ['start']);
  return {
    url: stdout.trimEnd().split('\n').at(-1) ?? '',
    stop: async () => {
      await execute(command, ['stop']);
    },
  };
}

/** Runs the suites and then the check of their statements. Returns whether all tests passed. */
async function runSuites(
  clusterUrl: string,
  folder: string,
  { filters, report }: { filters: readonly string[]; report: string | undefined },
): Promise<boolean> {
  const environment = {
    // A statement on a cluster has more round trips, so there are fewer random histories.
    CAIRN_HISTORY_RUNS: '150',
    ...process.env,
    TEST_CLUSTER_URL: clusterUrl,
    RECORD_STATEMENTS: join(folder, 'statements'),
  };
  // One after the other, because they use different numbers of workers. The last one checks what the others recorded.
  const projects = ['integration', 'security', 'faults', 'distributed'];
  const totals = { numPassedTests: 0, numFailedTests: 0 };
  let isOk = true;
  for (const project of projects) {
    const file = join(folder, `${project}.json`);
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      // A filter may select no file of a suite.
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(project === 'distributed' ? [] : filters),
    ];
    const { ok } = await runStep({ name: project, args }, environment, true);
    isOk &&= ok;
    if (!existsSync(file)) continue;
    const counts: typeof totals = JSON.parse(readFileSync(file, 'utf8'));
    totals.numPassedTests += counts.numPassedTests;
    totals.numFailedTests += counts.numFailedTests;
  }
  if (report !== undefined) writeFileSync(report, JSON.stringify(totals));
  return isOk;
}

/** `npm run test:distributed`. Returns the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean', short: 'h' }, report: { type: 'string' } },
    allowPositionals: true,
  });
  const cluster = values.help === true ? null : await openCluster();
  if (cluster === null) {
    console.log(help);
    if (values.help !== true) console.log('\nSkipped: there is no cluster.');
    return 0;
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/distributed-'));
  try {
    const isOk = await runSuites(cluster.url, folder, {
      filters: positionals,
      report: values.report,
    });
    return isOk ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await cluster.stop();
  }
}

process.exitCode = await main();
