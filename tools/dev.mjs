import { requireNode } from './command/require-node.mjs';

if (requireNode(process.versions.node)) {
  import('./command/run-command.mjs').then(({ runCommand }) =>
    runCommand({ name: 'run dev', script: 'dev.ts', checksPorts: true }),
  );
}
