import { requireNode } from './command/require-node.mjs';

if (requireNode(process.versions.node)) {
  import('./command/run-command.mjs').then(({ runCommand }) =>
    runCommand({ name: 'test', script: 'test.ts', checksPorts: false }),
  );
}
