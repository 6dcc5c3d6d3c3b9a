import { parseArgs } from 'node:util';
import { root } from '../../tools/command/root.mjs';
import { runUntilStopped } from '../../tools/product/run-until-stopped.ts';

// Started by tests: runs Cairn as `npm start` does, without building the web app, and with short delays before restarts.
const { values } = parseArgs({ options: { 'first-delay': { type: 'string', default: '50' } } });
const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
);

process.exit(
  await runUntilStopped(
    {
      root,
      environment,
      nodeArgs: [],
      log: console.log,
      beforeServer: async () => {},
      restartPolicy: {
        firstDelay: Number(values['first-delay']),
        maxDelay: 2_000,
        maxFailures: 4,
        period: 300_000,
      },
    },
    ({ url }) => console.log(`ready: ${url}`),
  ),
);
