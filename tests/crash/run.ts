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
// Ends the processes that the harness started and deletes their data.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const { rounds, seed } = options;
console.log(
  `Seed: ${seed} (npm run crash -- --rounds ${rounds} --seed ${seed} repeats the choices)`,
);
const report = await runRounds({
  ...options,
  users: 4,
  realLeaseInterval: 10,
  log: console.log,
});
console.log(`\n${renderReport(report)}\n`);
console.log(`Seed: ${seed}`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
