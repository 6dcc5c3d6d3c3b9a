import { checkSteps } from './check-steps.ts';
import { resultLine, runTwoAtATime } from './step.ts';

/** `npm run check`: everything that can be said about the code without running the product. */
const results = await runTwoAtATime(checkSteps, process.env, (result) => {
  console.log(resultLine(result));
  if (!result.ok) console.log(result.output.trimEnd());
});
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
