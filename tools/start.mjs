import { requireNode } from './command/require-node.mjs';

// Plain JavaScript without npm packages, because this runs before anything is installed.
if (requireNode(process.versions.node)) {
  import('./command/run-command.mjs').then(({ runCommand }) =>
    runCommand({
      name: 'start',
      script: 'start.ts',
      checksPorts: true,
      options: ['throwaway'],
    }),
  );
}
