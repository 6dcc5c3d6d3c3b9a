import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../tests/support/free-port.ts';
import { readEnvironment } from './command/environment.mjs';
import { root } from './command/root.mjs';
import { runUntilStopped } from './product/run-until-stopped.ts';

/**
 * `npm run dev`: the product with a server and a sandbox that start anew when their code changes,
 * and Vite in front, which puts changes of the web app into the open page. Run by dev.mjs.
 */
const say = (text: string) => console.log(text);
const environment = readEnvironment();
const webPort = environment.PORT ?? '3000';
const endWithParent = join(root, 'tools/product/end-with-parent.ts');
const apiPort = String(await freePort());
const address = environment.PUBLIC_URL ?? `http://localhost:${webPort}`;

const code = await runUntilStopped(
  {
    root,
    environment: { ...environment, PORT: apiPort, PUBLIC_URL: address },
    nodeArgs: [endWithParent, '--watch'],
    say,
    beforeServer: async () => {},
  },
  ({ sandboxAddress, logFolder }) => {
    startVite();
    if (sandboxAddress !== null) say(`Sandbox of banks, payments and mail: ${sandboxAddress}`);
    say(`What the server and the sandbox print: ${logFolder}`);
    say(`\nCairn is ready, and follows what you change: open ${address}\n`);
  },
);
process.exit(code);

function startVite(): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(
    process.execPath,
    [endWithParent, vite, '--clearScreen', 'false', '--logLevel', 'warn'],
    {
      cwd: join(root, 'apps/web'),
      env: { ...process.env, WEB_PORT: webPort, API_PORT: apiPort },
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  process.once('exit', () => child.kill());
}
