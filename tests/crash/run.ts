import { type CrashOptions, crashUsage, parseCrashOptions } from './crash-options.ts';
import { renderReport } from './report.ts';
import { runRounds } from './run-rounds.ts';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(crashUsage);
  process.exit(0);
}
let options: CrashOptions;
try {
  options = parseCrashOptions(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(crashUsage);
  process.exit(2);
}
const stopped = new AbortController();
// The first Ctrl-C ends the run after the current round, the second one at once.
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    if (stopped.signal.aborted) process.exit(1);
    stopped.abort();
    console.log('Stopping after this round');
  });
const { rounds, seed } = options;
console.log(
  `Seed: ${seed} (npm run crash -- --rounds ${rounds} --seed ${seed} repeats the choices)`,
);
const report = await runRounds({
  ...options,
  users: 4,
  realLeaseInterval: 10,
  maxFaultDuration: 4_000,
  signal: stopped.signal,
  log: console.log,
});
console.log(`\n${renderReport(report)}\n`);
console.log(`Seed: ${seed}`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
