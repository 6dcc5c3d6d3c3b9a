import type { Step } from './step.ts';

const tool = (path: string, ...args: string[]) => [`node_modules/${path}`, ...args];

/** What `npm run check` runs, the slowest first. */
export const checkSteps: readonly Step[] = [
  {
    name: 'types',
    commands: [
      tool('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'),
      tool('typescript/bin/tsc', '--noEmit', '-p', 'apps/web/tsconfig.json'),
    ],
  },
  { name: 'tidy', commands: [tool('vitest/vitest.mjs', 'run', '--project', 'tidy')] },
  { name: 'unused', commands: [tool('knip/bin/knip.js', '--no-progress')] },
  { name: 'lint', commands: [tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')] },
  { name: 'structure', commands: [['tools/structure.ts']] },
];
