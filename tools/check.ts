import { checkSteps } from './check-steps.ts';
import { formatResult, runTwoAtATime } from './step.ts';

/** `npm run check`: all checks that don't run Cairn. */
const results = await runTwoAtATime(checkSteps, process.env, (result) => {
  console.log(formatResult(result));
  if (!result.ok) console.log(result.output.trimEnd());
});
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
