import type { Step } from './step.ts';

/**
 * The steps of `npm run check`, slowest first. Each is a script of package.json, so that it runs the same
 * command whether it is run alone, by `npm run check`, by `npm test`, or in CI.
 */
export const checkSteps: readonly Step[] = [
  'lint',
  'spelling',
  'conventions',
  'typecheck',
  'unused',
  'structure',
].map((name) => ({ name, args: ['--run', name] }));
